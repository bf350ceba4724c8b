import { useContentLocale } from '../../data/content-locale.tsx'
import { useDocument, useForm, useSecondForm } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'

/**
 * The form in which something of a locale is seen; null: what all locales share. A locale that is not on the screen comes
 * onto it; one that stands beside the first stays there.
 */
export function useOnScreen(): (locale: string | null) => FormState {
  const document = useDocument()
  const form = useForm()
  const second = useSecondForm()
  const { setLocale } = useContentLocale()
  return (locale) => {
    if (locale === null || locale === form.locale) return form
    if (locale === second?.locale) return second
    setLocale(locale)
    return document.inLocale(locale)
  }
}
