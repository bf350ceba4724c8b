import { useMemo, createContext, useContext } from 'react'
import type { TextContext } from '../../shared/fields/field-type.ts'
import { useFieldTypes } from '../data/field-types-context.ts'
import { useT } from '../i18n/use-t.ts'
import type { ValueContext, FieldModules } from './field-module.ts'

/**
 * Returns the context for showing values as text. `nameOf`: the titles of related documents; must be stable.
 */
export function useValueContext(nameOf: TextContext['nameOf']): ValueContext {
  const types = useFieldTypes()
  const modules = useFieldModules()
  const { t, valueWords } = useT()
  return useMemo(
    () => ({ t, ...valueWords, nameOf, types, modules }),
    [t, valueWords, nameOf, types, modules],
  )
}

const FieldModulesContext = createContext<FieldModules | null>(null)

export const FieldModulesProvider = FieldModulesContext.Provider

/** Returns the modules of all field types, provided by the composition root. */
export function useFieldModules(): FieldModules {
  const modules = useContext(FieldModulesContext)
  if (modules === null) throw new Error('useFieldModules outside of a FieldModulesProvider')
  return modules
}
