import type { ReactNode, RefObject } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { FieldScopeProvider, WriteHoldProvider } from '../../fields/field-scope.tsx'
import { FirstFrame } from '../../fields/first-frame.tsx'
import { DifferencesProvider } from '../../fields/saved-note/differences-context.tsx'
import { BesideProvider } from '../../fields/second-locale/other-locale-context.ts'
import { useFieldScopeOf } from '../../fields/use-field-scope-of.ts'
import type { DocumentForm } from '../../form/document-form.ts'
import { DocumentProvider, FormProvider, SecondFormProvider } from '../../form/form-context.tsx'
import { FormColumns } from './form-columns.tsx'
import type { InspectorState } from './inspector.tsx'
import { useBesideOf } from './second-locale/use-beside-of.ts'
import { useSecondLocale } from './second-locale/use-second-locale.ts'

type ShownFormProps = {
  docRef: DocRef
  form: DocumentForm
  /** Reason that nothing in it can be edited. */
  reason: string
  notes: ReactNode
  /** Null: there are no details. */
  inspector: InspectorState | null
  hasDetails: boolean
  /** The container of the whole form. */
  root: RefObject<HTMLElement | null>
  scroll: RefObject<HTMLDivElement | null>
}

/** A read-only form, in the locales on the screen. */
export function ShownForm({ form, reason, ...columns }: ShownFormProps) {
  const { locale } = useContentLocale()
  const { second } = useSecondLocale(form.entity)
  return (
    <WriteHoldProvider value={reason}>
      <DocumentProvider document={form}>
        <FormProvider form={form.inLocale(locale)}>
          <SecondFormProvider form={second === null ? null : form.inLocale(second.code)}>
            <DifferencesProvider>
              <ShownColumns form={form} {...columns} />
            </DifferencesProvider>
          </SecondFormProvider>
        </FormProvider>
      </DocumentProvider>
    </WriteHoldProvider>
  )
}

function ShownColumns({ form, ...columns }: Omit<ShownFormProps, 'reason'>) {
  const scope = useFieldScopeOf(form.entity, false, form.data)
  return (
    <FieldScopeProvider scope={scope}>
      <BesideProvider value={useBesideOf()}>
        <FirstFrame>
          <FormColumns {...columns} withCredentials={false} />
        </FirstFrame>
      </BesideProvider>
    </FieldScopeProvider>
  )
}
