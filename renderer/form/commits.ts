import type { Change } from '../../shared/document/change.ts'
import { ChangedPlaces } from '../../shared/document/changed-places.ts'
import type { CallInput, CallOutput, DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SerialQueue } from '../../shared/serial-queue.ts'
import type { CommitMode, WriteMode } from '../../shared/sync/entry.ts'
import type { Autosave } from './autosave.ts'
import type { Edits } from './edits.ts'
import type { Journal } from './journal.ts'

/** What is something to do also without an edit. */
const MODES_OF_THEIR_OWN: ReadonlySet<CommitMode> = new Set([
  'publish',
  'publish-locale',
  'unpublish',
  'unpublish-locale',
  'delete',
])

/** What is checked before it is handed over, and is all of the document. */
const CHECKED_WHOLE: ReadonlySet<WriteMode> = new Set(['save', 'publish'])

/** Changes that were handed to main and are not part of the view yet. */
type Commit = { changes: Change[]; places: ChangedPlaces; settled: boolean }

/** What was handed to main of an open document, until a view has it. */
export type Commits = {
  /** See DocumentForm. */
  commit: (mode: CommitMode, locale: string | null, shown?: string | null) => Promise<string | null>
  /** In the order in which they were handed over. */
  all: () => readonly Pick<Commit, 'changes'>[]
  has: (cell: { path: string; locale: string | null }) => boolean
  hasWithin: (path: string, locale: string | null) => boolean
  /** A view came: it has all that main has taken. */
  received: () => void
  uncheckedLocales: () => ReadonlySet<string>
}

export function createCommits({
  queue,
  edits,
  journal,
  autosave,
  unchecked,
  view,
  ground,
  draft,
  commitDraft,
  onDraftLeft,
  onChange,
}: {
  queue: SerialQueue
  edits: Edits
  journal: Journal
  autosave: Autosave
  /** Locales of which edits were handed over without a check since the last one. */
  unchecked: Set<string>
  view: () => DocumentView
  /** The document below the edits. */
  ground: () => JsonObject
  /** The document that is edited, and what is typed in it and is no value. */
  draft: () => Pick<CallInput<'drafts.commit'>, 'ref' | 'createdAt' | 'typed'>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<CallOutput<'drafts.commit'>>
  /** What was handed over is no draft any more; `savedAt` of the one that is left, null where none is. */
  onDraftLeft: (savedAt: string | null) => void
  onChange: () => void
}): Commits {
  let commits: Commit[] = []

  const drop = (commit: Commit): void => {
    commits = commits.filter((other) => other !== commit)
  }

  /** What is saved or published as a whole begins anew; of one locale alone the others still wait. */
  function noteChecked(mode: CommitMode, locale: string | null, changes: readonly Change[]): void {
    if (CHECKED_WHOLE.has(mode)) return unchecked.clear()
    for (const code of localesOf(changes)) unchecked.add(code)
    if (mode === 'publish-locale' && locale !== null) unchecked.delete(locale)
  }

  return {
    commit(mode, locale, shown = view().base.updatedAt) {
      autosave.cancel()
      return queue.run(async () => {
        if (edits.isEmpty() && !MODES_OF_THEIR_OWN.has(mode) && !view().isNew) return null
        const upTo = journal.revision()
        const changes = edits.handOver()
        const taken: Commit = { changes, places: new ChangedPlaces(changes), settled: false }
        commits.push(taken)
        try {
          const { key, savedAt, other } = await commitDraft({
            ...draft(),
            locale,
            changes,
            mode,
            ...(MODES_OF_THEIR_OWN.has(mode) && { shown }),
          })
          taken.settled = true
          noteChecked(mode, locale, changes)
          // Nothing was handed over, so there is nothing to wait for in a view.
          if (changes.length === 0) drop(taken)
          if (other) journal.changed()
          else {
            onDraftLeft(savedAt)
            journal.settled(upTo)
          }
          return key
        } catch (error) {
          drop(taken)
          edits.takeBack(changes, ground())
          if (changes.length > 0) {
            journal.changed()
            autosave.changed()
          }
          throw error
        } finally {
          onChange()
        }
      })
    },
    all: () => commits,
    has: (cell) => commits.some(({ places }) => places.has(cell)),
    hasWithin: (path, locale) => commits.some(({ places }) => places.hasWithin(path, locale)),
    received() {
      commits = commits.filter(({ settled }) => !settled)
    },
    /** Of a document that was opened again, what waits in the outbox is what is known of it. */
    uncheckedLocales() {
      const { entries } = view()
      const last = entries.findLastIndex(({ mode }) => CHECKED_WHOLE.has(mode))
      const queuedSince = entries.slice(last + 1).flatMap((entry) => entry.changes)
      return new Set([...unchecked, ...localesOf([...queuedSince, ...edits.changes()])])
    },
  }
}

export function localesOf(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ locale }) => (locale === null ? [] : [locale])))
}
