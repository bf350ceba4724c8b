import type { Field } from '../../shared/cms/schema-model.ts'
import { cellKey, type Change } from '../../shared/document/change.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { Commits } from './commits.ts'
import type { Edits } from './edits.ts'
import { strongestMark } from './form-snapshot.ts'
import type { Surroundings } from './surroundings.ts'
import { queuedStates, queuedWithin, refusedIn } from './queued-states.ts'

/** What is said at the fields of an open document: where their edits are, who else changed them, what was refused. */
export type DocumentMarks = {
  /** For the form of one locale. */
  around: (locale: string | null) => Omit<Surroundings, 'blur'>
  /** The document is on this view now. `foreign`: what somebody else changed by it. */
  received: (view: DocumentView, foreign: readonly Change[]) => void
}

export function createDocumentMarks(
  fields: Field[],
  first: DocumentView,
  edits: Pick<Edits, 'data' | 'isEdited' | 'isEditedWithin'>,
  commits: Pick<Commits, 'has' | 'hasWithin'>,
): DocumentMarks {
  let view = first
  let queued = queuedStates(fields, view, edits.data())
  let waiting = queuedWithin(queued)
  let refused = refusedIn(queued)
  /** Cells that somebody else changed while the document was open. */
  const updated = new Set<string>()
  /** Server's words at fields that were edited since: they are no longer about what is there. */
  const answered = new Set<string>()

  return {
    around: (locale) => ({
      mark(_path, cell) {
        const state = queued.get(cellKey(cell))
        const isEdited = edits.isEdited(cell.path, cell.locale) || commits.has(cell)
        const mark = strongestMark([
          state?.conflict ? 'conflict' : 'none',
          isEdited ? 'edited' : 'none',
          state?.waitingSince ? 'waiting' : 'none',
          updated.has(cellKey(cell)) ? 'updated' : 'none',
        ])
        return { mark, since: mark === 'waiting' ? (state?.waitingSince ?? null) : null }
      },
      markWithin(path) {
        const isEdited = edits.isEditedWithin(path, locale) || commits.hasWithin(path, locale)
        return strongestMark([
          isEdited ? 'edited' : 'none',
          ...[null, locale].map((code) => waiting.get(cellKey({ path, locale: code })) ?? 'none'),
        ])
      },
      refusedPaths: () =>
        refused.flatMap((cell) => {
          const isHere = cell.locale === null || cell.locale === locale
          return isHere && !answered.has(cellKey(cell)) ? [cell.path] : []
        }),
      refused: (_path, cell) =>
        answered.has(cellKey(cell)) ? null : (queued.get(cellKey(cell))?.refused ?? null),
      edited(path) {
        for (const cell of [
          { path, locale: null },
          { path, locale },
        ]) {
          updated.delete(cellKey(cell))
          answered.add(cellKey(cell))
        }
      },
    }),
    received(next, foreign) {
      for (const change of foreign) updated.add(cellKey(change))
      queued = queuedStates(fields, next, edits.data())
      waiting = queuedWithin(queued)
      refused = refusedIn(queued)
      if (refusals(next) !== refusals(view)) answered.clear()
      view = next
    },
  }
}

/** Which entries are parked, and how: new words of the server are shown also where older ones were answered. */
function refusals(view: DocumentView): string {
  return view.entries
    .filter((entry) => entry.state === 'parked')
    .map((entry) => `${entry.key} ${entry.updatedAt} ${entry.attempts}`)
    .join()
}
