import type { RefreshResult } from '../../../shared/ipc.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import type { ShownSession } from './session-view.ts'

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
