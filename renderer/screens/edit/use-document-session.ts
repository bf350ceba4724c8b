import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { DocumentSession, SessionSnapshot } from '../../form/document-session.ts'
import { useOpenDocuments } from './open-documents-context.ts'

/**
 * The open document of the screen, kept open for as long as the screen is there. While another locale of the same
 * document is being read the one before stays, so that nothing flashes.
 */
export function useDocumentSession(
  ref: DocRef,
  entity: Collection | Global,
  locale: string | null,
): { session: DocumentSession; snapshot: SessionSnapshot } {
  const documents = useOpenDocuments()
  const key = refKey(ref)
  const [requestId, setRequestId] = useState(0)
  const wanted = useMemo(
    () => documents.open(ref, entity, locale),
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the ref, `requestId` asks for the session anew
    [documents, key, entity, locale, requestId],
  )
  useEffect(() => {
    const release = documents.retain(wanted)
    // It was finished and forgotten between drawing and now: a new one is opened.
    if (release === null) setRequestId((before) => before + 1)
    return () => release?.()
  }, [documents, wanted])

  const next = useSyncExternalStore(wanted.subscribe, wanted.getSnapshot)
  const [shown, setShown] = useState(wanted)
  const before = useSyncExternalStore(shown.subscribe, shown.getSnapshot)
  const ready = next.status !== 'loading' || shown.key !== wanted.key
  if (ready && shown !== wanted) setShown(wanted)
  return ready ? { session: wanted, snapshot: next } : { session: shown, snapshot: before }
}
