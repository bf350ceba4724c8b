import { $getSelection, $isRangeSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { matchNodes } from '../../../../shared/fields/richText/match-nodes.ts'
import { nodeId, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { withTopNodes } from '../../../../shared/fields/richText/restore.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import type { FormState } from '../../../form/form-state.ts'
import { insertOnLine } from '../../data-nodes/node-actions.ts'
import { UploadNode } from '../uploads/upload-node.tsx'
import { newUploadData } from '../uploads/uploads-feature.ts'

/** The place of pasted files once their documents exist, even if the editor is gone by then. */
export type PastePlace = {
  isEdited: () => boolean
  /** `id`: as the site has it. False: there is nothing any more that it could be put into. */
  put: (slug: string, id: string | number) => boolean
}

/** The place at the caret. Inside of an update. `document`: the form of the whole document by now. */
export function $pastePlace(
  editor: LexicalEditor,
  { form, path, document }: { form: FormState; path: string; document: () => DocumentForm | null },
): PastePlace {
  // A text in a block goes with the editor that the block is in.
  const isOfDocument = document()?.inLocale(form.locale) === form
  /**
   * Another one than `form` where the schema has changed. Null: it is gone, or the row that the text was in, or what is
   * there by now takes no documents of this collection.
   */
  const formTaking = (slug: string): FormState | null => {
    const now = isOfDocument ? (document()?.inLocale(form.locale) ?? null) : null
    const field = now?.resolve(path)?.field
    if (field?.type !== 'richText' || field.readOnly) return null
    return field.editor?.upload?.collections.includes(slug) === true ? now : null
  }
  // Without an editor it is behind the node that the caret was in.
  let nodes = topNodes(form.getField(path).value)
  let behind = $indexAtCaret() ?? nodes.length - 1
  const isEdited = () => editor.getRootElement() !== null
  return {
    isEdited,
    put(slug, id) {
      if (isEdited()) {
        const upload = newUploadData(slug, id)
        insertOnLine(editor, () => new UploadNode(upload))
        // A read tells the form, so that the next one is inserted behind it.
        editor.read(() => undefined)
        const now = topNodes(form.getField(path).value)
        const at = now.findIndex((node) => nodeId(node) === nodeId(upload))
        if (at !== -1) [nodes, behind] = [now, at]
        return true
      }
      const left = formTaking(slug)
      if (left === null) return false
      const { value } = left.getField(path)
      const now = topNodes(value)
      const found = matchNodes(nodes, now).indexOf(behind)
      const at = found === -1 ? now.length : found + 1
      nodes = [...now.slice(0, at), newUploadData(slug, id), ...now.slice(at)]
      behind = at
      left.setField(path, withTopNodes(value, nodes))
      return true
    },
  }
}

function $indexAtCaret(): number | null {
  const selection = $getSelection()
  const top = $isRangeSelection(selection) ? selection.focus.getNode().getTopLevelElement() : null
  return top?.getIndexWithinParent() ?? null
}
