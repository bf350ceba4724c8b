import { useEffect, useEffectEvent, useRef } from 'react'
import type { Json } from '../../shared/json.ts'
import type { HeldJournal } from './held-form.ts'
import { useOpenDocuments } from './open-documents-context.ts'

/**
 * Keeps a text that is typed outside of every form until it is saved, as forms are kept (SY1). `text`: null where nothing
 * of it is unsaved. `onBack` gets what was kept. The answer is called where it was saved after it went off the screen.
 */
export function useHeldText(place: string, text: string | null, onBack: (text: string) => void): () => void {
  const documents = useOpenDocuments()
  const holder = useRef<HeldJournal | null>(null)
  const content = useEffectEvent((): Json | null => text)
  const giveBack = useEffectEvent((kept: Json | null): void => {
    // Whoever was quicker than the disk goes on with what they type.
    if (typeof kept === 'string' && text === null) onBack(kept)
  })
  useEffect(() => {
    const { journal, before } = documents.holdForm(place, () => content())
    holder.current = journal
    let isOver = false
    const comeBack = async (): Promise<void> => {
      const kept = await before
      if (!isOver) giveBack(kept)
    }
    comeBack().catch(console.error)
    return () => {
      isOver = true
      void journal.leave()
    }
  }, [documents, place])
  const first = useRef(text)
  useEffect(() => {
    if (first.current === text) return
    first.current = text
    holder.current?.changed()
  }, [text])
  return () => holder.current?.end()
}
