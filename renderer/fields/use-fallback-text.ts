import { useCallback, useSyncExternalStore } from 'react'
import { getValue } from '../../shared/document/path.ts'
import { valueType, type FieldWithValue } from '../../shared/fields/field-type.ts'
import { plainText } from '../../shared/fields/value-rules.ts'
import type { Json } from '../../shared/json.ts'
import { useForm } from '../form/form-context.tsx'
import { useT } from '../i18n/use-t.ts'
import { useFieldScope } from './field-scope.tsx'

/** Types whose inputs show a fallback as their placeholder. */
const WITH_PLACEHOLDER: ReadonlySet<FieldWithValue['type']> = new Set(['text', 'textarea', 'email', 'number'])

/**
 * Returns the site's fallback from another locale as a placeholder that names the locale; null if the field
 * has a value or no placeholder, or no locale has a fallback. The text is not stored as a value of the field.
 */
export function useFallbackText(field: FieldWithValue, path: string, value: Json): string | null {
  const { t } = useT()
  const form = useForm()
  const { fallbacks = [] } = useFieldScope()
  const isAsked =
    fallbacks.length > 0 &&
    WITH_PLACEHOLDER.has(field.type) &&
    valueType(form.types, field).isEmpty(field, value) &&
    form.resolve(path)?.localized === true
  const subscribe = useCallback(
    (listener: () => void) => (isAsked ? form.subscribeWithin(path, listener) : () => undefined),
    [form, path, isAsked],
  )
  const textOf = (locale: string) => plainText(getValue(form.fields, form.data(), path, locale))
  // Two parts in one string, so that an equal result is the same value.
  const said = useSyncExternalStore(subscribe, () => {
    const found = isAsked ? fallbacks.findIndex(({ code }) => textOf(code) !== '') : -1
    const { code } = fallbacks[found] ?? { code: null }
    return code === null ? '' : `${found} ${textOf(code)}`
  })
  if (said === '') return null
  const [index = '', ...words] = said.split(' ')
  const locale = fallbacks[Number(index)]?.label ?? ''
  // Isolated, since the two may run in different directions.
  return t('galley:locales.fallback', { locale, text: `\u2068${words.join(' ')}\u2069` })
}
