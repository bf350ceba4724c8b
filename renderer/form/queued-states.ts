import type { Field } from '../../shared/cms/schema-model.ts'
import { cellKey } from '../../shared/document/change.ts'
import { parentPath } from '../../shared/document/path.ts'
import { serverPathToIds } from '../../shared/document/server-path.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { isFailing } from '../../shared/sync/queue.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import type { QueuedMove } from '../../shared/sync/queued-move.ts'
import { WAITS_FOR_SITE } from '../../shared/sync/ways-out.ts'
import { strongestMark, type FieldMark, type ShownError } from './form-snapshot.ts'

/** State of one cell in the outbox. */
export type QueuedState = {
  cell: { path: string; locale: string | null }
  /** Time of the newest waiting edit; null if none waits. */
  waitingSince: string | null
  /** True if both sides changed it. */
  conflict: boolean
  /** The server's refusal, or that it refers to a discarded document. */
  refused: ShownError | null
}

const NOTHING: Omit<QueuedState, 'cell'> = { waitingSince: null, conflict: false, refused: null }

/**
 * Returns the cells that wait, conflict or were refused, by cellKey. `data`: the document on the screen, all locales.
 */
export function queuedStates(
  fields: Field[],
  view: DocumentView,
  data: JsonObject,
): Map<string, QueuedState> {
  const states = new Map<string, QueuedState>()
  const put = ({ path, locale }: QueuedState['cell'], part: Partial<QueuedState>): void => {
    const cell = { path, locale }
    const key = cellKey(cell)
    states.set(key, { ...(states.get(key) ?? NOTHING), ...part, cell })
  }
  for (const entry of view.entries) {
    const parked = entry.state === 'parked'
    for (const conflict of parked ? (entry.problem?.conflicts ?? []) : []) put(conflict, { conflict: true })
    // The form does not show what left the schema, or shows another field there.
    const isShown = parked && entry.problem !== null && !WAITS_FOR_SITE.has(entry.problem.code)
    for (const { path, message } of isShown ? (entry.problem?.fields ?? []) : []) {
      const cell = serverPathToIds(fields, data, path, entry.locale)
      put(cell, { refused: refusalOf(entry.problem, message) })
    }
    for (const change of entry.changes) {
      const state = states.get(cellKey(change)) ?? NOTHING
      if (!parked || (!state.conflict && state.refused === null))
        put(change, { waitingSince: entry.updatedAt })
    }
  }
  return states
}

/**
 * Returns the mark of each path with waiting or conflicting cells at or below it, by cellKey. Refused cells count
 * among the form's invalid fields.
 */
export function queuedWithin(states: ReadonlyMap<string, QueuedState>): Map<string, FieldMark> {
  const within = new Map<string, FieldMark>()
  for (const state of states.values()) {
    const mark = markOf(state)
    if (mark === 'none') continue
    const { locale, path } = state.cell
    for (let at = path; at !== ''; at = parentPath(at).parent) {
      const place = cellKey({ path: at, locale })
      within.set(place, strongestMark([mark, within.get(place) ?? 'none']))
    }
  }
  return within
}

/** Returns the cells with a refusal; mostly none. */
export function refusedIn(states: ReadonlyMap<string, QueuedState>): QueuedState['cell'][] {
  return [...states.values()].flatMap(({ cell, refused }) => (refused === null ? [] : [cell]))
}

function markOf({ conflict, waitingSince }: QueuedState): FieldMark {
  if (conflict) return 'conflict'
  return waitingSince === null ? 'none' : 'waiting'
}

function refusalOf(problem: Problem | null, message: string): ShownError {
  return problem?.code === 'reference-gone'
    ? { by: 'form', error: { key: 'galley:sync.problem.reference-gone' } }
    : { by: 'server', message }
}

/** Returns the entries that need a look, in order (SY10): those that wait for a person, and failing ones. */
export function entriesInTrouble({ entries }: DocumentView): OutboxEntry[] {
  return entries.filter(isInTrouble)
}

/** Returns the moves that need a look. */
export function movesInTrouble({ moves }: DocumentView): QueuedMove[] {
  return moves.filter(isInTrouble)
}

function isInTrouble(queued: Pick<OutboxEntry, 'state' | 'problem'>): boolean {
  return queued.state === 'parked' || isFailing(queued)
}
