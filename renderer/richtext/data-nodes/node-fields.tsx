import { useMemo, type ReactNode } from 'react'
import { FieldList } from '../../fields/field-list.tsx'
import { useFieldScope, type FieldScope } from '../../fields/field-scope.tsx'
import { FormEnvironment } from '../../fields/form-environment.tsx'
import type { FormState } from '../../form/form-state.ts'
import { useRichText } from '../editor-context.tsx'

/**
 * Provides a node's form to its fields, and the field scope of the document as far as it applies: permission
 * to write the text is permission to write the fields, as in the web admin.
 */
export function NodeFormProvider({ form, children }: { form: FormState; children: ReactNode }) {
  const scope = useFieldScope()
  const { path, readOnly } = useRichText()
  const inside = useMemo(
    (): FieldScope => ({
      ...scope,
      placeOf: () => 'main',
      mayRead: () => true,
      mayWrite: () => !readOnly && scope.mayWrite(path),
    }),
    [scope, readOnly, path],
  )
  return (
    <FormEnvironment form={form} scope={inside}>
      {children}
    </FormEnvironment>
  )
}

/** All fields of a node, one under another. */
export function NodeFields({ form }: { form: FormState }) {
  return (
    <NodeFormProvider form={form}>
      <FieldList fields={form.fields} path="" />
    </NodeFormProvider>
  )
}
