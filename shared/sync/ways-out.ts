import { refId, type DocRef, isTempId } from '../cms/doc-ref.ts'
import { isOfWhole, publishes, type EntryState, type OutboxEntry, type ProblemCode } from './entry.ts'

/**
 * The state of something that the server does not have: the state of an entry, the problem code of a parked one, or
 * for a draft that is not queued the state of its document.
 * - draft: the server has the document; new: it does not have it yet; deleted: it had it
 * - failing: tried again by itself, and keeps failing (500, 423)
 * - replaced: `gone`, and the id belongs to another document now
 */
export type UnsentState =
  'draft' | 'new' | 'deleted' | Exclude<EntryState, 'parked'> | 'failing' | 'replaced' | ProblemCode

/**
 * A possible next action:
 * - wait: it goes on by itself
 * - edit: open the document; edits are sent with it, or replace it
 * - decide: choose a side for each field in conflict, or both where possible
 * - retry: send it once more, now
 * - take-over: take over the document's lock, and send it
 * - create-again: make a new document with the same content
 * - take-back-publish: turn a publish into the draft of its changes
 * - copy, export: copy it out of Galley; nothing changes
 * - discard: delete it
 */
export type WayOut =
  | 'wait'
  | 'edit'
  | 'decide'
  | 'retry'
  | 'take-over'
  | 'create-again'
  | 'take-back-publish'
  | 'copy'
  | 'export'
  | 'discard'

const KEEP = ['copy', 'export', 'discard'] as const
const MEND = ['edit', 'retry', ...KEEP] as const
/** For problems that may not concern a draft, of entries that the server has surely not done. */
const REFUSED = ['take-back-publish', ...MEND] as const

/**
 * All states with their possible actions (docs/sync.md has the table in words). Screens offer exactly these, and the
 * store checks them again, as a screen may show an older state.
 */
export const waysOut: Readonly<Record<UnsentState, readonly WayOut[]>> = {
  draft: ['edit', ...KEEP],
  new: ['edit', ...KEEP],
  deleted: ['create-again', ...KEEP],
  waiting: ['wait', 'edit', 'take-back-publish', ...KEEP],
  // The server would do it even if it were taken back. If no answer comes, it becomes unknown or waiting.
  sending: ['wait', 'copy', 'export'],
  unknown: ['wait', ...KEEP],
  failing: ['wait', ...REFUSED],
  conflict: ['decide', 'take-back-publish', ...KEEP],
  'base-moved': ['retry', 'take-back-publish', ...KEEP],
  gone: ['retry', 'create-again', ...KEEP],
  'version-gone': KEEP,
  replaced: ['create-again', ...KEEP],
  validation: REFUSED,
  denied: ['edit', 'retry', 'create-again', 'take-back-publish', ...KEEP],
  'too-large': REFUSED,
  locked: ['retry', 'take-over', 'take-back-publish', ...KEEP],
  'server-error': REFUSED,
  'schema-unread': REFUSED,
  'outcome-unknown': ['retry', ...KEEP],
  rejected: REFUSED,
  'reference-gone': ['edit', ...KEEP],
  'neighbour-gone': ['retry', ...KEEP],
  'no-place-yet': ['retry', ...KEEP],
  'field-gone': ['wait', ...MEND],
  'field-changed': ['wait', ...MEND],
  'locale-gone': ['wait', ...MEND],
  'schema-gone': ['wait', 'retry', ...KEEP],
  'file-missing': MEND,
  // The document asks for the password; a retry without it would fail again.
  'password-missing': ['edit', ...KEEP],
  stopped: MEND,
  'second-draft': ['retry', ...KEEP],
  broken: ['export', 'discard'],
}

/** States that end by themselves once the schema has the missing thing again (SY13). */
export const WAITS_FOR_SITE: ReadonlySet<UnsentState> = new Set([
  'schema-gone',
  'field-gone',
  'field-changed',
  'locale-gone',
])

/**
 * True if an entry waits for the schema. It keeps its problem until it is compared with the base under the new
 * schema.
 */
export function waitsForSite({ problem }: Pick<OutboxEntry, 'problem'>): boolean {
  return problem !== null && WAITS_FOR_SITE.has(problem.code)
}

/** True if the document has to be read, and the entry rebased, before the entry leaves. */
export function isUnmeasured(entry: Pick<OutboxEntry, 'state' | 'problem'>): boolean {
  return entry.state === 'waiting' && waitsForSite(entry)
}

/** The state of an entry. */
export function entryStateOf({
  ref,
  state,
  problem,
}: Pick<OutboxEntry, 'ref' | 'state' | 'problem'>): UnsentState {
  if (state !== 'parked') return problem === null || state === 'sending' ? state : 'failing'
  const code = problem?.code ?? 'rejected'
  return code === 'gone' && isReplaced(ref) ? 'replaced' : code
}

/** The state of a draft that is not queued. */
export function draftStateOf({ isNew, isGone }: { isNew: boolean; isGone: boolean }): UnsentState {
  return isGone ? 'deleted' : isNew ? 'new' : 'draft'
}

/**
 * The possible actions for an entry. Not all in the table apply: a deletion or a restore cannot be edited or made
 * again, and a global cannot be created.
 */
export function waysOutOf(
  entry: Pick<OutboxEntry, 'ref' | 'state' | 'problem' | 'mode' | 'create'>,
): readonly WayOut[] {
  const state = entryStateOf(entry)
  const isLocked = state === 'failing' && entry.problem?.code === 'locked'
  const ways: readonly WayOut[] = isLocked ? ['take-over', ...waysOut[state]] : waysOut[state]
  return ways.filter((way) => {
    // A creation of unknown outcome is not replaced: edits follow it as an entry.
    if (way === 'edit') return !isOfWhole(entry.mode) && !(entry.state === 'unknown' && entry.create)
    // An entry of unknown outcome may be published already; as a draft it would be another write.
    if (way === 'take-back-publish') return publishes(entry.mode) && entry.state !== 'unknown'
    return way !== 'create-again' || isCopyable(entry)
  })
}

/** The possible actions for a move: it cannot be edited, made again or published. */
export function waysOutOfMove(queued: Pick<OutboxEntry, 'ref' | 'state' | 'problem'>): readonly WayOut[] {
  return waysOutOf({ ...queued, mode: 'delete', create: false })
}

/** True if an action is possible for an entry. */
export function allows(entry: Parameters<typeof waysOutOf>[0], way: WayOut): boolean {
  return waysOutOf(entry).includes(way)
}

function isCopyable({ ref, mode, create }: Pick<OutboxEntry, 'ref' | 'mode' | 'create'>): boolean {
  return ref.kind === 'collection' && !isOfWhole(mode) && !create
}

/** True if the id belongs to another document now: the deleted one is kept under a temporary id (SY10). */
function isReplaced(ref: DocRef): boolean {
  return isTempId(refId(ref))
}
