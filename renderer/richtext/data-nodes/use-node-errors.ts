import { useEffect } from 'react'
import { BLOCK_ERRORS } from '../../../shared/fields/richText/validate-nodes.ts'
import type { FormState } from '../../form/form-state.ts'
import { useRichText } from '../editor-context.tsx'
import { useLeadInto } from './use-lead-into.ts'

/**
 * Shows the errors of the document's check at a node's fields; revealing the text leads to the first one.
 * `id`: of the node in the text. `open`: unfolds it.
 */
export function useNodeErrors(form: FormState, id: string, open: () => void): void {
  const { form: around, path } = useRichText()

  useEffect(() => {
    const check = (): void => {
      const { error } = around.getField(path)
      const isAboutNodes = error?.by === 'form' && error.error.key === BLOCK_ERRORS
      if (isAboutNodes && form.getForm().invalid.length === 0) form.validate()
    }
    check()
    return around.subscribeField(path, check)
  }, [form, around, path])

  useLeadInto(id, ({ path: inner }) => {
    open()
    form.validate()
    form.show(inner)
  })
}
