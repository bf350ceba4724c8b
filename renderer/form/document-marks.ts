import type { Field } from '../../shared/cms/schema-model.ts'
import { cellKey, type Change } from '../../shared/document/change.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { Commits } from './commits.ts'
import type { Edits } from './edits.ts'
import { strongestMark, type Surroundings } from './form-snapshot.ts'
import { queuedStates, queuedWithin, refusedIn } from './queued-states.ts'

/** The marks at the fields of an open document: edits, changes by others, and refusals. */
export type DocumentMarks = {
  /** Returns the surroundings for the form of one locale. */
  around: (locale: string | null) => Omit<Surroundings, 'blur'>
  /** Takes a new view. `foreign`: the changes that others made by it. */
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
  /** Cells that others changed while the document was open. */
  const updated = new Set<string>()
  /** Cells edited since the server refused their value, so that its message is outdated. */
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

/** Returns a key of the parked entries: a new refusal is shown even where an older one was answered by an edit. */
function refusals(view: DocumentView): string {
  return view.entries
    .filter((entry) => entry.state === 'parked')
    .map((entry) => `${entry.key} ${entry.updatedAt} ${entry.attempts}`)
    .join()
}
