import type { Change } from '../../../shared/document/change.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { useEntryActions, type UnsentActions } from '../../unsent/use-unsent-actions.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useOwnCreateAgain } from './use-own-create-again.ts'

/** Returns the actions on an entry of the open document (SY10). */
export function useOwnEntryActions(entry: OutboxEntry, session: DocumentSession): UnsentActions {
  const title = useDocumentTitle()
  const createAgain = useOwnCreateAgain(session)
  const { entries } = useDocumentState(({ view }) => view)
  const remember = (changes: Change[]) => session.getSnapshot().form?.remember(changes)
  return useEntryActions(entry, { entries }, title, createAgain, remember)
}
