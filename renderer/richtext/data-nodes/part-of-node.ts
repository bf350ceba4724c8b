import type { JsonObject } from '../../../shared/json.ts'
import { nodeId } from '../../../shared/fields/richText/nodes.ts'
import type { FormState } from '../../form/form-state.ts'

/** The node that an element in a text shows, with the form of its fields if the element holds them. */
export type PartOfNode = { node: JsonObject; form?: Pick<FormState, 'id'> }

/** Attributes that mark an element as a part of a text, and name its node. */
export function partAttributes(part: PartOfNode | undefined): Record<`data-part${string}`, string> {
  const id = part === undefined ? null : nodeId(part.node)
  return {
    'data-part': '',
    ...(id !== null && { 'data-part-node': id }),
    ...(part?.form !== undefined && { 'data-part-form': part.form.id }),
  }
}

/**
 * Returns the element of a node in the element of its text, and the form in it; null if the node is not
 * drawn.
 */
export function partOfNode(
  text: HTMLElement,
  id: string,
): { element: HTMLElement; form: Pick<FormState, 'id'> | null } | null {
  const around = text.closest('[data-part]')
  for (const element of text.querySelectorAll<HTMLElement>('[data-part-node]')) {
    // Skips nodes of a rich text inside of another node.
    const isHere = element.parentElement?.closest('[data-part]') === around
    if (!isHere || element.dataset['partNode'] !== id) continue
    const form = element.dataset['partForm']
    return { element, form: form === undefined ? null : { id: form } }
  }
  return null
}
