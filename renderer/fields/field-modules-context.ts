import { createContext, useContext } from 'react'
import type { FieldModules } from './field-module.ts'

const FieldModulesContext = createContext<FieldModules | null>(null)

export const FieldModulesProvider = FieldModulesContext.Provider

/** Returns the modules of all field types, provided by the composition root. */
export function useFieldModules(): FieldModules {
  const modules = useContext(FieldModulesContext)
  if (modules === null) throw new Error('useFieldModules outside of a FieldModulesProvider')
  return modules
}
