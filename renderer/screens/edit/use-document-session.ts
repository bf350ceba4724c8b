import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { hasServerRules } from '../../../shared/cms/entity-rules.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useOpenDocuments } from '../../form/open-documents-context.ts'
import { createSessionView, type ShownSession } from './session-view.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import type { DocumentSession } from '../../form/document-session.ts'

/** The document of the screen, open for as long as the screen is there. Null: it is about to be opened. */
export function useDocumentSession(
  ref: DocRef,
  entity: Collection | Global,
  locale: string | null,
): ShownSession | null {
  const documents = useOpenDocuments()
  const asksServer = hasServerRules(useSchema(), entity.slug)
  const site = useMemo(() => ({ defaultLocale: locale, asksServer }), [locale, asksServer])
  const [view] = useState(() => createSessionView(documents))
  // Before the first paint: a document that was read ahead is there at once.
  useLayoutEffect(() => view.open(ref, entity, site), [view, ref, entity, site])
  useLayoutEffect(() => () => view.close(), [view])
  const shown = useSyncExternalStore(view.subscribe, view.getSnapshot)
  // The one before is not the one that is asked for: what is done with it would be done to the wrong document.
  // A document that has just got its real id is still the same.
  const key = refKey(ref)
  return shown?.asked === key || (shown && refKey(shown.snapshot.ref) === key) ? shown : null
}

/** Asks the server for the document that is shown. Whether it is not known yet what there is to show. */
export function useAskedFor({ session, snapshot }: Pick<ShownSession, 'session' | 'snapshot'>): boolean {
  const { status, refreshed } = snapshot
  const missing = status === 'missing'
  useRefresh(['document', session.key, missing], async () => askFor(session), { offline: missing })
  return status === 'loading' || (missing && (refreshed === null || isAnswer(refreshed.outcome)))
}

/** The answer is in the session's snapshot, too, where what it means for the form is known. */
async function askFor(session: DocumentSession): Promise<RefreshResult> {
  await session.refresh()
  return session.getSnapshot().refreshed ?? { outcome: 'failed', message: '' }
}

/** The server gave the document, it is about to be read. */
function isAnswer(outcome: string): boolean {
  return outcome === 'updated' || outcome === 'busy'
}
