import { useEffect, useEffectEvent, useRef } from 'react'
import type { Json } from '../../shared/json.ts'
import type { FormState } from './form-state.ts'
import type { HeldJournal } from './held-form.ts'
import { useOpenDocuments } from './open-documents-context.ts'

type Held = {
  /** Null if there is nothing unsaved. */
  content: () => Json | null
  /** Called with the content kept when the program or window ended; null if there is none. */
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
