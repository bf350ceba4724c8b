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

/** Returns the document of the screen, which is open while the screen is mounted; null until it is opened. */
export function useDocumentSession(
  ref: DocRef,
  entity: Collection | Global,
  locale: string | null,
): ShownSession | null {
  const documents = useOpenDocuments()
  const asksServer = hasServerRules(useSchema(), entity.slug)
  const site = useMemo(() => ({ defaultLocale: locale, asksServer }), [locale, asksServer])
  const [view] = useState(() => createSessionView(documents))
  // Before the first paint, so that a prefetched document is shown at once.
  useLayoutEffect(() => view.open(ref, entity, site), [view, ref, entity, site])
  useLayoutEffect(() => () => view.close(), [view])
  const shown = useSyncExternalStore(view.subscribe, view.getSnapshot)
  // The previous document is not returned, since actions would affect the wrong one. A document that just got
  // its server id is still the same.
  const key = refKey(ref)
  return shown?.asked === key || (shown && refKey(shown.snapshot.ref) === key) ? shown : null
}

/** Asks the server for the shown document. Returns true while it is unknown what to show. */
export function useAskedFor({ session, snapshot }: Pick<ShownSession, 'session' | 'snapshot'>): boolean {
  const { status, refreshed } = snapshot
  const missing = status === 'missing'
  useRefresh(['document', session.key, missing], async () => askFor(session), { offline: missing })
  return status === 'loading' || (missing && (refreshed === null || isAnswer(refreshed.outcome)))
}

/** Refreshes a document and returns the result as the session's snapshot has it. */
async function askFor(session: DocumentSession): Promise<RefreshResult> {
  await session.refresh()
  return session.getSnapshot().refreshed ?? { outcome: 'failed', message: '' }
}

/** True if the server gave the document, which is about to be read from this computer. */
function isAnswer(outcome: string): boolean {
  return outcome === 'updated' || outcome === 'busy'
}
