import { useEffect, useEffectEvent, useRef } from 'react'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { FormState } from './form-state.ts'
import { heldContent, readHeld, type HeldJournal } from './held-form.ts'
import { useOpenDocuments } from './open-documents-context.ts'

/** What is kept beside the fields of a form, and how it comes back. */
type Beside = { content: JsonObject; isEmpty: boolean; restore: (content: JsonObject) => void }

/**
 * Keeps what is typed in a form that is of no document until the answer is called: it was applied, or is given up. What
 * was kept of it when the program or the window ended comes back (SY1).
 */
export function useHeldForm(place: string, form: FormState, beside?: Beside): () => void {
  const documents = useOpenDocuments()
  const holder = useRef<HeldJournal | null>(null)
  const content = useEffectEvent((): Json | null => {
    const held = heldContent(form)
    if (held === null && (beside?.isEmpty ?? true)) return null
    return { changes: [], typed: [], ...(isPlainJson(held) && held), ...beside?.content }
  })
  const restore = useEffectEvent((kept: Json | null): void => {
    const held = readHeld(kept)
    // Whoever was quicker than the disk goes on with what they type.
    if (held === null || content() !== null) return
    form.make(held.changes)
    form.inputs.add(held.typed)
    if (isPlainJson(kept)) beside?.restore(kept)
  })
  useEffect(() => {
    const { journal, before } = documents.holdForm(place, () => content())
    holder.current = journal
    let isOver = false
    const comeBack = async (): Promise<void> => {
      const kept = await before
      if (!isOver) restore(kept)
    }
    comeBack().catch(console.error)
    const stops = [form.subscribeWithin('', journal.changed), form.inputs.subscribe(journal.changed)]
    return () => {
      isOver = true
      for (const stop of stops) stop()
      void journal.leave()
    }
  }, [documents, place, form])
  const besideKey = JSON.stringify(beside?.content ?? null)
  const first = useRef(besideKey)
  useEffect(() => {
    if (first.current === besideKey) return
    first.current = besideKey
    holder.current?.changed()
  }, [besideKey])
  return () => holder.current?.end()
}
