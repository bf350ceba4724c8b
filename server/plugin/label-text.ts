import type { LabelFunction, PayloadRequest, StaticLabel } from 'payload'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * A label of the config in the request's language, else in a fallback language, else in any;
 * `undefined` where it has no text. As `getTranslation` of @payloadcms/translations, a package that
 * sites do not name among their own.
 */
export function labelText(
  label: LabelFunction | StaticLabel,
  i18n: PayloadRequest['i18n'],
): string | undefined {
  const found: unknown = typeof label === 'function' ? label({ i18n, t: i18n.t }) : label
  if (typeof found !== 'object' || found === null) return isText(found) ? found : undefined
  const languages = [i18n.language, i18n.fallbackLanguage].flat()
  const texts: readonly unknown[] = [
    ...languages.map((key) => Reflect.get(found, key)),
    ...Object.values(found),
  ]
  return texts.find(isText)
}
