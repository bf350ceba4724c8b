import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { waysOutOfMove } from '../../../shared/sync/ways-out.ts'
import { useT } from '../../i18n/use-t.ts'
import { modeWords, MOVE } from '../../unsent/entry-words.ts'
import { useMoveActions } from '../../unsent/use-unsent-actions.tsx'
import { TroubleNote } from './trouble-note.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** A move of the open document that the server refused or that cannot go on by itself (SY10). */
export function MoveNote({ queued }: { queued: QueuedMove }) {
  const { t } = useT()
  const actions = useMoveActions(queued, useDocumentTitle())
  return <TroubleNote of={queued} what={modeWords(MOVE, t)} ways={waysOutOfMove(queued)} actions={actions} />
}
