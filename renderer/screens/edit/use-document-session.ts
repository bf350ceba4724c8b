import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { hasServerRules } from '../../../shared/cms/server-rules.ts'
import { useSchema } from '../../app/schema-context.tsx'
import type { DocumentSession, SessionSnapshot } from '../../form/document-session.ts'
import { editorDocuments } from './editor-documents.ts'

/**
 * The open document of the screen, kept open for as long as the screen is there. While another locale of the same
 * document is being read the one before stays, so that nothing flashes.
 */
export function useDocumentSession(
  ref: DocRef,
  entity: Collection | Global,
  defaultLocale: string | null,
): { session: DocumentSession; snapshot: SessionSnapshot } {
  const key = refKey(ref)
  const asksServer = hasServerRules(useSchema(), entity.slug)
  const [requestId, setRequestId] = useState(0)
  const wanted = useMemo(
    // oxlint-disable-next-line react/exhaustive-deps -- see below
    () => editorDocuments.open(ref, entity, { defaultLocale, asksServer }),
    [key, entity, requestId],
  )
  useEffect(() => {
    const release = editorDocuments.retain(wanted)
    // It was finished and forgotten between drawing and now: a new one is opened.
    if (release === null) setRequestId((before) => before + 1)
    return () => release?.()
  }, [wanted])

  const next = useSyncExternalStore(wanted.subscribe, wanted.getSnapshot)
  const [shown, setShown] = useState(wanted)
  const before = useSyncExternalStore(shown.subscribe, shown.getSnapshot)
  const ready = next.status !== 'loading' || shown.key !== wanted.key
  if (ready && shown !== wanted) setShown(wanted)
  return ready ? { session: wanted, snapshot: next } : { session: shown, snapshot: before }
}
