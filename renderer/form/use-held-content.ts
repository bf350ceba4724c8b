import { useEffect, useEffectEvent, useRef } from 'react'
import type { Json } from '../../shared/json.ts'
import type { FormState } from './form-state.ts'
import type { HeldJournal } from './held-form.ts'
import { useOpenDocuments } from './open-documents-context.ts'

type Held = {
  /** Null where nothing of it is unsaved. */
  content: () => Json | null
  /** Gets what was kept when the program or the window ended; null: nothing was. */
  onBack: (kept: Json | null) => void
  /** Another one whenever the content may be another, for what is beside `form`. */
  version: string | null
  /** Its edits change the content. */
  form?: FormState
}

/**
 * Keeps content that is typed outside of every document until the answer is called: it was applied, or is given up. What
 * was kept comes back (SY1).
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
