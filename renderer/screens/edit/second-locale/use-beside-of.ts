import { useMemo } from 'react'
import { useContentLocale } from '../../../data/content-locale.tsx'
import type { Beside } from '../../../fields/second-locale/beside-context.ts'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import { useDocument, useDocumentState, useForm, useSecondForm } from '../../../form/form-context.tsx'
import { isSecondSource } from './second-source.ts'
import { useReference } from './use-reference.ts'

/**
 * Returns the two locales on the screen as source and target; null if there is one. The source is the other's usual
 * source, else the one that comes first in the site's order.
 */
export function useBesideOf(): Beside | null {
  const { entity, data } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const form = useForm()
  const second = useSecondForm()
  const scope = useFieldScopeOf(entity, isNew, data, second?.locale ?? null)
  const { locales } = useContentLocale()
  const { reference, since } = useReference(second !== null)
  return useMemo(() => {
    if (second === null) return null
    const optionOf = (code: string | null) => locales.find((one) => one.code === code)
    const isBackwards = isSecondSource(locales, form.locale, second.locale)
    return {
      scope,
      names: {
        first: optionOf(form.locale)?.label ?? '',
        second: optionOf(second.locale)?.label ?? '',
      },
      source: isBackwards ? second : form,
      target: isBackwards ? form : second,
      reference,
      since,
    }
  }, [form, second, scope, locales, reference, since])
}
