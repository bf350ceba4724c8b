import type { ReactNode } from 'react'
import { FormProvider, SecondFormProvider } from '../form/form-context.tsx'
import type { FormState } from '../form/form-state.ts'
import { FieldScopeProvider, type FieldScope } from './field-scope.tsx'
import { NoDifferences } from './saved-note/differences-context.tsx'
import { BesideProvider, TranslatedCellProvider } from './second-locale/other-locale-context.ts'

/**
 * All that the fields of a form stand in, for a form that may stand inside of another one: fields of a node of a text,
 * fields of many documents. It is in one locale, and nothing that was said of the fields around
 * holds for its own; the document around it, if there is one, still does.
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
