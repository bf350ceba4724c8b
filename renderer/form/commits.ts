import type { Change } from '../../shared/document/change.ts'
import { ChangedPlaces } from '../../shared/document/changed-places.ts'
import type { CallInput, CallOutput, DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SerialQueue } from '../../shared/serial-queue.ts'
import type { CommitMode, WriteMode } from '../../shared/sync/entry.ts'
import type { Autosave } from './autosave.ts'
import type { Edits } from './edits.ts'
import type { Journal } from './journal.ts'

/** Modes that make an entry even without an edit. */
const MODES_OF_THEIR_OWN: ReadonlySet<CommitMode> = new Set([
  'publish',
  'publish-locale',
  'unpublish',
  'unpublish-locale',
  'delete',
])

/** Modes whose save counts as validated in all locales; the form validates the ones on the screen. */
const CHECKED_WHOLE: ReadonlySet<WriteMode> = new Set(['save', 'publish'])

/** Changes that were committed to main and are not in the view yet. */
type Commit = { changes: Change[]; places: ChangedPlaces; settled: boolean }

/** The commits of an open document that no view contains yet. */
export type Commits = {
  /** See DocumentForm. */
  commit: (mode: CommitMode, locale: string | null, shown?: string | null) => Promise<string | null>
  /** The commits, oldest first. */
  all: () => readonly Pick<Commit, 'changes'>[]
  has: (cell: { path: string; locale: string | null }) => boolean
  hasWithin: (path: string, locale: string | null) => boolean
  /** Called with a new view, which contains all settled commits. */
  received: () => void
  uncheckedLocales: () => ReadonlySet<string>
}

type CommitsOptions = {
  queue: SerialQueue
  edits: Edits
  journal: Journal
  autosave: Autosave
  /** Locales whose edits were committed without validation since the last validated save. */
  unchecked: Set<string>
  view: () => DocumentView
  /** The document without the edits. */
  ground: () => JsonObject
  /** The document's identity for the draft, and its typed text that is no value. */
  draft: () => Pick<CallInput<'drafts.commit'>, 'ref' | 'createdAt' | 'typed'>
  commitDraft: (input: CallInput<'drafts.commit'>) => Promise<CallOutput<'drafts.commit'>>
  /** Called when committed changes left the draft; `savedAt` of the remaining draft, null if there is none. */
  onDraftLeft: (savedAt: string | null) => void
  onChange: () => void
}

export function createCommits(options: CommitsOptions): Commits {
  const {
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
  } = options
  let commits: Commit[] = []

  const drop = (commit: Commit): void => {
    commits = commits.filter((other) => other !== commit)
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
          noteChecked(unchecked, mode, locale, changes)
          // No change was committed, so no view has to confirm it.
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
    /** Adds the locales of entries queued since the last validated save: `unchecked` is not kept on disk. */
    uncheckedLocales() {
      const { entries } = view()
      const last = entries.findLastIndex(({ mode }) => CHECKED_WHOLE.has(mode))
      const queuedSince = entries.slice(last + 1).flatMap((entry) => entry.changes)
      return new Set([...unchecked, ...localesOf([...queuedSince, ...edits.changes()])])
    },
  }
}

/** A whole save or publish clears all locales; publishing one locale clears only that locale. */
function noteChecked(
  unchecked: Set<string>,
  mode: CommitMode,
  locale: string | null,
  changes: readonly Change[],
): void {
  if (CHECKED_WHOLE.has(mode)) return unchecked.clear()
  for (const code of localesOf(changes)) unchecked.add(code)
  if (mode === 'publish-locale' && locale !== null) unchecked.delete(locale)
}

export function localesOf(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ locale }) => (locale === null ? [] : [locale])))
}
