import { useEffect, useEffectEvent, useRef } from 'react'
import { type Json, type JsonObject, isPlainJson } from '../../shared/json.ts'
import type { FormState } from './form-state.ts'
import { type HeldJournal, heldContent, readHeld } from './held-form.ts'
import { useOpenDocuments } from './open-documents-context.ts'

type Held = {
  /** Null if there is nothing unsaved. */
  content: () => Json | null
  /** Called with the content kept earlier; null if there is none. */
  onBack: (kept: Json | null) => void
  /** Changes whenever the content outside of `form` may have changed. */
  version: string | null
  /** A form whose edits change the content. */
  form?: FormState
}

/**
 * Keeps content typed outside of documents until the returned function ends it (applied or discarded). Content kept
 * earlier comes back (SY1).
 */
export function useHeldContent(place: string, { content, onBack, version, form }: Held): () => void {
  const documents = useOpenDocuments()
  const holder = useRef<HeldJournal | null>(null)
  const read = useEffectEvent(content)
  const giveBack = useEffectEvent(onBack)
  useEffect(() => {
    const { journal, before } = documents.holdForm(place, () => read())
    holder.current = journal
    let isOver = false
    const comeBack = async (): Promise<void> => {
      const kept = await before
      if (!isOver) giveBack(kept)
    }
    comeBack().catch(console.error)
    const stops = form
      ? [form.subscribeWithin('', journal.changed), form.inputs.subscribe(journal.changed)]
      : []
    return () => {
      isOver = true
      for (const stop of stops) stop()
      void journal.leave()
    }
  }, [documents, place, form])
  const last = useRef(version)
  useEffect(() => {
    if (last.current === version) return
    last.current = version
    holder.current?.changed()
  }, [version])
  return () => holder.current?.end()
}

/** Content kept next to the fields of a form, and its restoration. */
type Beside = { content: JsonObject; isEmpty: boolean; restore: (content: JsonObject) => void }

/**
 * Keeps the edits of a form outside of documents until the returned function ends it (applied or discarded). Edits
 * kept earlier come back (SY1).
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

/**
 * Keeps a text typed outside of all forms until it is saved (SY1). `text` null: nothing is unsaved. `onBack`
 * gets the kept text. Call the returned function when the text is saved after its component unmounted.
 */
export function useHeldText(place: string, text: string | null, onBack: (text: string) => void): () => void {
  return useHeldContent(place, {
    content: () => text,
    onBack: (kept) => {
      // Text typed before the kept text was read wins.
      if (typeof kept === 'string' && text === null) onBack(kept)
    },
    version: text,
  })
}
