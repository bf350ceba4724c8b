import { createContext, useContext } from 'react'
import type { FieldTypes } from '../../shared/fields/field-type.ts'

const FieldTypesContext = createContext<FieldTypes | null>(null)

export const FieldTypesProvider = FieldTypesContext.Provider

/** Returns all field types, as the composition root provides them. */
export function useFieldTypes(): FieldTypes {
  const types = useContext(FieldTypesContext)
  if (types === null) throw new Error('useFieldTypes outside of a FieldTypesProvider')
  return types
}
