import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { useEntryActions, type EntryActions } from '../outbox/use-entry-actions.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** Retry, Discard and Copy for a parked entry of the open document (SY10). */
export function useOwnEntryActions(entry: OutboxEntry): EntryActions {
  const title = useDocumentTitle()
  const { ref, isNew, state, entries } = useDocumentState((document) => document.view)
  return useEntryActions(entry, { ref, title, isNew, state, entries }, title)
}
