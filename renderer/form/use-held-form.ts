import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { FormState } from './form-state.ts'
import { heldContent, readHeld } from './held-form.ts'
import { useHeldContent } from './use-held-content.ts'

/** What is kept beside the fields of a form, and how it comes back. */
type Beside = { content: JsonObject; isEmpty: boolean; restore: (content: JsonObject) => void }

/**
 * Keeps what is typed in a form that is of no document until the answer is called: it was applied, or is given up. What
 * was kept of it when the program or the window ended comes back (SY1).
 */
export function useHeldForm(place: string, form: FormState, beside?: Beside): () => void {
  const content = (): Json | null => {
    const held = heldContent(form)
    if (held === null && (beside?.isEmpty ?? true)) return null
    return { changes: [], typed: [], ...(isPlainJson(held) && held), ...beside?.content }
  }
  return useHeldContent(place, {
    content,
    onBack: (kept) => {
      const held = readHeld(kept)
      // Whoever was quicker than the disk goes on with what they type.
      if (held === null || content() !== null) return
      form.make(held.changes)
      form.inputs.add(held.typed)
      if (isPlainJson(kept)) beside?.restore(kept)
    },
    version: JSON.stringify(beside?.content ?? null),
    form,
  })
}
