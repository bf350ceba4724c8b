import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { useOpenDocuments } from './open-documents-context.ts'
import { createSessionView, type ShownSession } from './session-view.ts'

/** The document of the screen, open for as long as the screen is there. Null: it is about to be opened. */
export function useDocumentSession(
  ref: DocRef,
  entity: Collection | Global,
  locale: string | null,
): ShownSession | null {
  const documents = useOpenDocuments()
  const [view] = useState(() => createSessionView(documents))
  useEffect(() => view.open(ref, entity, locale), [view, ref, entity, locale])
  useEffect(() => () => view.close(), [view])
  return useSyncExternalStore(view.subscribe, view.getSnapshot)
}
