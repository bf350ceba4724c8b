import type { ReactNode } from 'react'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { FieldTypesProvider } from '../data/field-types-context.ts'
import { FieldModulesProvider } from '../fields/use-value-context.ts'
import { fieldModules } from './field-modules.ts'

/** Hands both halves of the field types to everything below. */
export function FieldProviders({ children }: { children: ReactNode }) {
  return (
    <FieldTypesProvider value={fieldTypes}>
      <FieldModulesProvider value={fieldModules}>{children}</FieldModulesProvider>
    </FieldTypesProvider>
  )
}
