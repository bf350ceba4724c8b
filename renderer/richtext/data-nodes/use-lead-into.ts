import { useEffect, useEffectEvent } from 'react'
import { validateView } from '../../../shared/document/validation/validate-document.ts'
import { BLOCK_ERRORS, firstNodeError } from '../../../shared/fields/richText/validate-nodes.ts'
import { hasNode } from '../../../shared/fields/richText/nodes.ts'
import { useStateOf } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { withoutNode } from '../../form/typed-inputs.ts'
import { useRichText, type RichTextContext } from '../editor-context.tsx'

/** Id of the last handled reveal request of each form, so that a later node does not handle it again. */
const followed = new WeakMap<FormState, number>()

/**
 * When a text is revealed with the focus, calls `into` of the first node with an error. `id`: of the node in
 * the text.
 */
export function useLeadInto(id: string | null, into: (place: { path: string }) => void): void {
  const context = useRichText()
  const { form, path } = context
  const reveal = useStateOf(form, (state) => state.reveal)
  const lead = useEffectEvent((requestId: number): void => {
    if (followed.get(form) === requestId) return
    const first = firstWrong(context)
    if (first !== null && first.nodeId !== id) return
    followed.set(form, requestId)
    if (first !== null) into({ path: first.path })
  })
  useEffect(() => {
    if (reveal !== null && reveal.path === path && reveal.focus) lead(reveal.requestId)
  }, [reveal, path])
}

/**
 * Returns the first error in the text. Typed text that is no value comes first, as in the document's check.
 * `path`: in the fields of the node.
 */
function firstWrong({ form, path, config }: RichTextContext): { nodeId: string | null; path: string } | null {
  const { value, error } = form.getField(path)
  for (const cell of form.inputs.cells()) {
    const { path: text, nodeId } = withoutNode(cell.path)
    const isHere = text === path && (cell.locale === null || cell.locale === form.locale)
    if (isHere && nodeId !== null && hasNode(value, nodeId)) {
      const [, , inner = ''] = cell.path.split(' ')
      return { nodeId, path: inner }
    }
  }
  if (error?.by !== 'form' || error.error.key !== BLOCK_ERRORS) return null
  return firstNodeError((fields, view) => validateView(form.types, fields, view), config, value)
}
