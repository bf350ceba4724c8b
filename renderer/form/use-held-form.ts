import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { FormState } from './form-state.ts'
import { heldContent, readHeld } from './held-form.ts'
import { useHeldContent } from './use-held-content.ts'

/** Content kept next to the fields of a form, and its restoration. */
type Beside = { content: JsonObject; isEmpty: boolean; restore: (content: JsonObject) => void }

/**
 * Keeps the edits of a form outside of documents until the returned function ends it (applied or discarded). Edits
 * kept when the program or window ended come back (SY1).
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
      // Edits made before the read ended win.
      if (held === null || content() !== null) return
      form.make(held.changes)
      form.inputs.add(held.typed)
      if (isPlainJson(kept)) beside?.restore(kept)
    },
    version: JSON.stringify(beside?.content ?? null),
    form,
  })
}
