import type { DocumentView } from '../../shared/ipc.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import type { ShownError } from './form-snapshot.ts'
import { owningField, type FormField } from './field-paths.ts'

/** What the outbox says about one field. */
export type QueuedState = {
  /** When the newest waiting edit of the field was made; null: none waits. */
  waitingSince: string | null
  /** Both sides changed it. */
  conflict: boolean
  /** What is wrong with it: the server's words, or that it refers to what was discarded here. */
  refused: ShownError | null
}

/** What waits, clashes or was refused, by field. Fields without any of it are not in the map. */
export function queuedStates(
  all: ReadonlyMap<string, FormField>,
  view: DocumentView,
  locale: string | null,
): Map<string, QueuedState> {
  const states = new Map<string, QueuedState>()
  const at = (path: string): QueuedState => {
    const found = states.get(path) ?? { waitingSince: null, conflict: false, refused: null }
    states.set(path, found)
    return found
  }
  for (const entry of view.entries) {
    const concerns = (field: FormField) => entry.locale === locale || !field.localized
    if (entry.state !== 'parked') {
      for (const change of entry.changes) {
        const field = owningField(all, change.path)
        if (field && concerns(field)) at(field.path).waitingSince = entry.updatedAt
      }
      continue
    }
    for (const conflict of entry.problem?.conflicts ?? []) {
      const field = owningField(all, conflict.path)
      if (field && concerns(field)) at(field.path).conflict = true
    }
    for (const refusal of entry.problem?.fields ?? []) {
      const field = owningField(all, withoutLocale(refusal.path, entry.locale))
      if (field && concerns(field)) at(field.path).refused = refusalOf(entry.problem, refusal.message)
    }
    for (const change of entry.changes) {
      const field = owningField(all, change.path)
      if (!field || !concerns(field)) continue
      const state = at(field.path)
      if (!state.conflict && state.refused === null) state.waitingSince = entry.updatedAt
    }
  }
  return states
}

function refusalOf(problem: Problem | null, message: string): ShownError {
  return problem?.code === 'reference-gone'
    ? { by: 'form', error: { key: 'galley:sync.problem.reference-gone' } }
    : { by: 'server', message }
}

/** The server names a localized field with its locale at the end: `title.en`. */
function withoutLocale(path: string, locale: string | null): string {
  return locale !== null && path.endsWith(`.${locale}`) ? path.slice(0, -locale.length - 1) : path
}

/** The entries that need a person, in order (SY10). */
export function parkedEntries(view: DocumentView): OutboxEntry[] {
  return view.entries.filter((entry) => entry.state === 'parked')
}
