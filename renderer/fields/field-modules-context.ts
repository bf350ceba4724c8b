import { createContext, useContext } from 'react'
import type { FieldModules } from './field-module.ts'

const FieldModulesContext = createContext<FieldModules | null>(null)

export const FieldModulesProvider = FieldModulesContext.Provider

/** What is drawn of every type of field, as the composition root hands it in. */
export function useFieldModules(): FieldModules {
  const modules = useContext(FieldModulesContext)
  if (modules === null) throw new Error('useFieldModules outside of a FieldModulesProvider')
  return modules
}
