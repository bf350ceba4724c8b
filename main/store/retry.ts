import { hasOwnEffect } from '../../shared/sync/entry.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { bothOf } from '../../shared/document/both-sides.ts'
import type { Change, Conflict } from '../../shared/document/change.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import type { ConflictChoice } from '../../shared/document/conflict-choice.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { fieldNodeAt, isWithin, joinPath, parentPath } from '../../shared/document/path.ts'
import { resolveConflicts, type ConflictOutcome } from '../../shared/document/resolve-conflicts.ts'
import { valueType } from '../../shared/fields/field-type.ts'
import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { sameJson } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { isFailing } from '../../shared/sync/queue.ts'
import { moveDown } from './discard.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, readDocument } from './documents.ts'
import { deleteEntry, insertEntry, moveBehind, readEntries, readEntry, updateEntry } from './outbox-rows.ts'
import { missingReferences } from './references.ts'
import { refuseUnless } from './refuse-unless.ts'
import { released } from './schema-gone.ts'
import type { StoreContext } from './store-context.ts'
import { StoreError } from './store-error.ts'
import { writesOf } from '../../shared/sync/record/writes-of.ts'

/**
 * Lets a parked entry go again (SY7, SY10), or a failing one at once. A conflict needs a side for each of its fields:
 * 'mine' overwrites what is there, 'theirs' drops the change, 'both' keeps both where both can stand, an answer for each
 * of its parts merges the value. Throws
 * `incomplete-choices`, and `refused` where that is no way out of where it is; nothing happens where it goes anyway, or
 * where what was decided is no conflict any more, or not the one that was shown.
 */
export function retry(
  context: StoreContext,
  { key, choices, shown }: CallInput<'outbox.retry'>,
): CallOutput<'outbox.retry'> {
  const { db, events, now } = context
  const entry = readEntry(db, key)
  const document = entry && readDocument(db, entry.ref)
  if (!entry || !document) return { outcome: 'released' }
  const isConflict = entry.problem?.code === 'conflict'
  if (!isConflict && Object.keys(choices).length > 0) return { outcome: 'changed' }
  if (entry.state !== 'parked' && !isFailing(entry)) return { outcome: 'released' }
  refuseUnless(entry, isConflict ? 'decide' : 'retry')
  if (!isAsShown(entry, shown)) return { outcome: 'changed' }
  events.changed(entry.ref)
  events.outbox()
  if (entry.state !== 'parked')
    updateEntry(db, {
      ...entry,
      ...released(entry, document),
      state: entry.state,
      attempts: 0,
      updatedAt: now(),
    })
  else if (isConflict) {
    const twice = resolve(context, document, entry, choices)
    if (twice.length > 0) return { outcome: 'released', twice }
  } else if (entry.problem?.code === 'gone') retryAllGone(context, document)
  else release(context, document, entry)
  return { outcome: 'released' }
}

/** A choice is made between two values; it says nothing of a third one that came since. */
function isAsShown({ problem }: OutboxEntry, shown: CallInput<'outbox.retry'>['shown']): boolean {
  if (shown === undefined) return true
  return (problem?.conflicts ?? []).every(({ path, locale, base, mine, theirs }) =>
    shown.some(
      (one) =>
        one.path === path &&
        one.locale === locale &&
        sameJson(one.base, base) &&
        sameJson(one.mine, mine) &&
        sameJson(one.theirs, theirs),
    ),
  )
}

/** Answers what made rows stand twice. */
function resolve(
  context: StoreContext,
  document: StoredDocument,
  entry: OutboxEntry,
  choices: CallInput<'outbox.retry'>['choices'],
): Change[] {
  const { db, site, now } = context
  const conflicts = entry.problem?.conflicts ?? []
  if (conflicts.some((conflict) => !Object.hasOwn(choices, conflict.path))) {
    throw new StoreError('incomplete-choices', 'Each field in conflict needs a choice')
  }
  const fields = site.fields(document.ref)
  const entries = readEntries(db, document.ref)
  const index = entries.findIndex((item) => item.key === entry.key)
  const under = queuedDocument(fields, document.data, entries.slice(0, index))
  const outcomes = Object.fromEntries(
    conflicts.flatMap((conflict): [string, ConflictOutcome][] => {
      const choice = choices[conflict.path]
      return choice === undefined ? [] : [[conflict.path, outcomeOf(context, entry, under, conflict, choice)]]
    }),
  )
  const changes = resolveConflicts(fields, under, entry.changes, conflicts, outcomes)
  const isDone = changes.length === 0 && !hasOwnEffect(entry.mode) && !entry.create
  const is: OutboxEntry | null = isDone ? null : { ...entry, changes, state: 'waiting', problem: null }
  if (is) updateEntry(db, { ...is, updatedAt: now() })
  else deleteEntry(db, entry.key)
  const isRevived = ({ path }: Conflict): boolean =>
    entry.changes.some(
      (item) => item.kind === 'rows' && joinPath(item.path, parentPath(path).name) === path && item.revived,
    )
  const given = conflicts
    .filter((item) => choices[item.path] === 'theirs' && item.theirs === null && isRevived(item))
    .map(({ path }) => path)
  const behind = entries.slice(index + 1).flatMap((item) => withoutRows(context, entry, item, given))
  moveDown(context, document, [...entries.slice(0, index + 1), ...behind], index, { was: entry, under, is })
  if (is) splitEntry(context, under, is)
  forgetIfGone(context, document.ref)
  const twice = conflicts.filter(({ path }) => outcomes[path] === 'twice').map(({ path }) => path)
  if (twice.length === 0) return []
  const [before, after] = [entry.changes, changes].map((list) => applyChanges(fields, under, list))
  return changesBetween(fields, before ?? {}, after ?? {}).filter(({ kind, path }) =>
    twice.some((one) => one === path || (kind === 'rows' && isWithin(one, path))),
  )
}

/**
 * What a choice makes of a conflict. Throws `incomplete-choices` where both cannot stand, or the answers are not those of
 * the value's parts.
 */
function outcomeOf(
  { site }: StoreContext,
  { ref }: OutboxEntry,
  under: JsonObject,
  conflict: Conflict,
  choice: ConflictChoice,
): ConflictOutcome {
  if (choice === 'mine' || choice === 'theirs') return choice
  const schema = site.documentSchema(ref)
  const { fields, types } = schema
  const { path, locale, base, mine, theirs } = conflict
  const field = fieldNodeAt(fields, under, path, locale)
  if (choice === 'both') {
    const both = bothOf(schema, under, conflict)
    if (both !== null) return 'twice' in both ? 'twice' : both
  }
  const merged =
    choice === 'both' || field === null || field.type === 'nested'
      ? null
      : valueType(types, field).mergeParts?.(field, base, mine, theirs, choice.parts, types)
  if (merged == null) throw new StoreError('incomplete-choices', 'Each part in conflict needs a choice')
  return merged
}

/**
 * A row that was given up is given up in all languages: what the same save wrote into it in others goes, too. Answers
 * the entry as it stays, nothing where nothing of it is left.
 */
function withoutRows(
  { db, now }: StoreContext,
  settled: OutboxEntry,
  entry: OutboxEntry,
  paths: readonly string[],
): OutboxEntry[] {
  if (settled.group === null || entry.group !== settled.group) return [entry]
  const changes = entry.changes.filter((item) => !paths.some((path) => isWithin(item.path, path)))
  if (changes.length === entry.changes.length) return [entry]
  const next: OutboxEntry = { ...entry, changes, updatedAt: now() }
  if (changes.length === 0 && !hasOwnEffect(entry.mode)) {
    deleteEntry(db, entry.key)
    return []
  }
  updateEntry(db, next)
  return [next]
}

/**
 * A row that is put back over somebody's removal comes back in all its locales, and a request carries one: the entry
 * becomes one per locale, before those behind it (DM1, DM2). `under`: the data below the entry.
 */
function splitEntry({ db, site, newId }: StoreContext, under: JsonObject, entry: OutboxEntry): void {
  const fields = site.fields(entry.ref)
  const [first, ...others] = writesOf(fields, under, entry.changes, entry.mode, entry.locale)
  // The only part may be of another locale than the entry: that of the only words in the row.
  if (!first || (others.length === 0 && first.locale === entry.locale)) return
  const behind = readEntries(db, entry.ref).filter(({ seq }) => seq > entry.seq)
  const whole = others.length === 0 ? entry : { ...entry, group: entry.group ?? newId() }
  const parts = [{ ...whole, ...first }, ...others.map((other) => ({ ...whole, ...other, key: newId() }))]
  // None of these is under way: the entry before them waited for a person.
  deleteEntry(db, entry.key)
  for (const item of parts) insertEntry(db, item)
  moveBehind(
    db,
    behind.map(({ key }) => key),
  )
}

/** They parked together; one that stayed behind would hold up the others. */
function retryAllGone(context: StoreContext, document: StoredDocument): void {
  const parked = readEntries(context.db, document.ref).filter((item) => item.problem?.code === 'gone')
  for (const item of parked) release(context, document, item)
}

function release({ db, now }: StoreContext, document: StoredDocument, entry: OutboxEntry): void {
  const missing = missingReferences(db, entry)
  const next = missing ? { problem: missing } : released(entry, document)
  updateEntry(db, { ...entry, ...next, updatedAt: now() })
}
