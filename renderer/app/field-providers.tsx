import type { ReactNode } from 'react'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { FieldTypesProvider } from '../data/field-types-context.ts'
import { FieldModulesProvider } from '../fields/use-value-context.ts'
import { fieldModules } from './field-modules.ts'

/** Provides the field types and their modules. */
export function FieldProviders({ children }: { children: ReactNode }) {
  return (
    <FieldTypesProvider value={fieldTypes}>
      <FieldModulesProvider value={fieldModules}>{children}</FieldModulesProvider>
    </FieldTypesProvider>
  )
}
