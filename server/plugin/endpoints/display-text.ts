import type { LabelFunction, PayloadRequest, StaticLabel } from 'payload'

/** The display name of a user: title in lists, name, user name, e-mail or id. */
export function displayName(user: object & { id: number | string }, titleField: string | undefined): string {
  for (const key of [titleField, 'name', 'username', 'email']) {
    const value: unknown = key === undefined ? undefined : Reflect.get(user, key)
    if (typeof value === 'string' && value !== '') return value
  }
  return String(user.id)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * A label in the request's language, a fallback language, or any; `undefined` if it has no text. Like
 * `getTranslation` of @payloadcms/translations, which sites do not install themselves.
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
