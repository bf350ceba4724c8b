import { useEffect, useEffectEvent } from 'react'
import { BLOCK_ERRORS, firstNodeError } from '../../../shared/fields/richText/validate-nodes.ts'
import { useStateOf } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { useRichText } from '../editor-context.tsx'
import { useLead } from './use-lead.ts'

/**
 * What the document's check finds in a node is shown at its fields, and asking for the text where something is wrong in
 * it leads to the first of them. `id`: of the node in the text. `open`: unfolds it.
 */
export function useNodeErrors(form: FormState, id: string, open: () => void): void {
  const { form: around, path, config } = useRichText()
  const reveal = useStateOf(around, (state) => state.reveal)

  useEffect(() => {
    const check = (): void => {
      const { error } = around.getField(path)
      const isAboutNodes = error?.by === 'form' && error.error.key === BLOCK_ERRORS
      if (isAboutNodes && form.getForm().invalid.length === 0) form.validate()
    }
    check()
    return around.subscribeField(path, check)
  }, [form, around, path])

  const lead = useEffectEvent((focus: boolean): void => {
    const { value, error } = around.getField(path)
    if (error?.by !== 'form' || error.error.key !== BLOCK_ERRORS) return
    const first = firstNodeError(around.types, config, value)
    if (first === null || first.nodeId !== id) return
    open()
    form.validate()
    form.show(first.path, { focus })
  })
  useEffect(() => {
    if (reveal !== null && reveal.path === path) lead(reveal.focus)
  }, [reveal, path])
  useLead(form)
}
