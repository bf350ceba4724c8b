import type { ReactNode } from 'react'
import { FormProvider, SecondFormProvider } from '../form/form-context.tsx'
import type { FormState } from '../form/form-state.ts'
import { FieldScopeProvider, type FieldScope } from './field-scope.tsx'
import { NoDifferences } from './saved-note/differences-context.tsx'
import { BesideProvider, TranslatedCellProvider } from './second-locale/other-locale-context.ts'

/**
 * All contexts for the fields of an inner form, such as that of a node in a rich text or of bulk edit. It has
 * one locale, and nothing that the outer fields' contexts say applies; the document's contexts stay.
 */
export function FormEnvironment({
  form,
  scope,
  children,
}: {
  form: FormState
  scope: FieldScope
  children: ReactNode
}) {
  return (
    <FieldScopeProvider scope={scope}>
      <FormProvider form={form}>
        <SecondFormProvider form={null}>
          <BesideProvider value={null}>
            <TranslatedCellProvider value={null}>
              <NoDifferences>{children}</NoDifferences>
            </TranslatedCellProvider>
          </BesideProvider>
        </SecondFormProvider>
      </FormProvider>
    </FieldScopeProvider>
  )
}
