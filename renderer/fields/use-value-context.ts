import { useMemo } from 'react'
import type { TextContext } from '../../shared/fields/field-type.ts'
import { useFieldTypes } from '../data/field-types-context.ts'
import { useT } from '../i18n/use-t.ts'
import type { ValueContext } from './field-module.ts'
import { useFieldModules } from './field-modules-context.ts'

/** How values are said on this screen; `nameOf` gives the titles of related documents and should stay the same. */
export function useValueContext(nameOf: TextContext['nameOf']): ValueContext {
  const types = useFieldTypes()
  const modules = useFieldModules()
  const { t, valueWords } = useT()
  return useMemo(
    () => ({ t, ...valueWords, nameOf, types, modules }),
    [t, valueWords, nameOf, types, modules],
  )
}
