import { applyChanges } from '../../document/apply.ts'
import { bothOf, editsOfBoth, rowPairs, type RowPair } from '../../document/twice-rows.ts'
import { cellKey, type Change, type Conflict } from '../../document/change.ts'
import type { ConflictChoice } from '../../document/conflict-choice.ts'
import { changesBetween } from '../../document/diff.ts'
import { queuedDocument } from '../../document/effective.ts'
import { fieldNodeAt, isWithin, joinPath, parentPath } from '../../document/path.ts'
import { rowIds } from '../../document/row-index.ts'
import { listAt } from '../../document/row-operations.ts'
import { resolveConflicts, type ConflictOutcome } from '../../document/resolve-conflicts.ts'
import { valueType } from '../../fields/field-type.ts'
import { withNow, type ShownConflict } from '../../document/shown-conflict.ts'
import type { CallInput, Draft } from '../../ipc.ts'
import { sameJson, type JsonObject } from '../../json.ts'
import { hasOwnEffect, type OutboxEntry } from '../entry.ts'
import { replaceEntry, type DocumentRecord, type RecordSite } from './document-record.ts'
import { replaceInQueue } from './discard.ts'
import { writesOf } from './writes-of.ts'

/**
 * Decides an entry's conflicts (SY7), and the later value of each (`now`, U37). Null: a choice is missing, both
 * cannot be kept, or the answers do not fit the parts. `twice`: the changes that keep rows twice.
 */
export function choose(
  record: DocumentRecord,
  entry: OutboxEntry,
  conflicts: readonly ShownConflict[],
  { choices, isOpen = false }: Pick<CallInput<'outbox.retry'>, 'choices' | 'isOpen'>,
  site: RecordSite,
): { record: DocumentRecord; twice: Change[] } | null {
  const { base, entries } = record
  const { fields } = site.schema
  const index = entries.findIndex(({ key }) => key === entry.key)
  const under = queuedDocument(fields, base.data, entries.slice(0, index))
  const outcomes: Record<string, ConflictOutcome> = {}
  for (const conflict of conflicts) {
    const choice = Object.hasOwn(choices, conflict.path) ? choices[conflict.path] : undefined
    const outcome = choice === undefined ? null : outcomeOf(under, conflict, choice, site)
    if (outcome === null) return null
    outcomes[conflict.path] = outcome
  }
  const changes = resolveConflicts(fields, under, entry.changes, conflicts, outcomes)
  const isDone = changes.length === 0 && !hasOwnEffect(entry.mode) && !entry.create
  const is: OutboxEntry | null = isDone ? null : { ...entry, changes, state: 'waiting', problem: null }
  const isRevived = ({ path }: Conflict): boolean =>
    entry.changes.some(
      (item) => item.kind === 'rows' && joinPath(item.path, parentPath(path).name) === path && item.revived,
    )
  const given = conflicts
    .filter((item) => choices[item.path] === 'theirs' && item.theirs === null && isRevived(item))
    .map(({ path }) => path)
  const asBoth = conflicts.filter(({ path }) => outcomes[path] === 'twice')
  const twice = asBoth.map(({ path }) => path)
  const before = applyChanges(fields, under, entry.changes)
  const after = applyChanges(fields, under, changes)
  const pairs = rowPairs(fields, after, asBoth)
  if (pairs.some((pair) => isTooFull(after, pair, site))) return null
  const inBoth = <L extends { changes: Change[] }>(layer: L): L =>
    pairs.length === 0
      ? layer
      : { ...layer, changes: editsOfBoth(fields, after, pairs, asBoth, layer.changes) }
  const settled = conflicts.filter(({ now, path }) => now !== undefined && outcomes[path] !== 'twice')
  const isSettled = (change: Change): boolean =>
    settled.some((one) =>
      entry.changes.some((own) => own.kind === 'set' && cellKey(own) === cellKey(one))
        ? change.kind === 'set' && cellKey(change) === cellKey(one)
        : choices[one.path] === 'theirs' && isWithin(change.path, one.path),
    )
  const open = <L extends { changes: Change[] }>(layer: L): L => ({
    ...layer,
    changes: layer.changes.filter((change) => !isSettled(change)),
  })
  const behind = entries
    .slice(index + 1)
    .flatMap((item) => withoutRows(entry, inBoth(item), given))
    .flatMap((item) => (item.changes.some(isSettled) ? (leftOf(open(item)) ?? []) : [item]))
  const left = {
    ...record,
    entries: [...entries.slice(0, index + 1), ...behind],
    draft: record.draft && rewritten(record.draft, open(inBoth(record.draft)), site.now, isOpen),
  }
  const next = replaceInQueue(left, entry.key, is, site)
  return {
    record: is === null ? next : replaceEntry(next, is.key, partsOf(under, is, site)),
    twice:
      twice.length === 0
        ? []
        : changesBetween(fields, before, after).filter(({ kind, path }) =>
            twice.some((one) => one === path || (kind === 'rows' && isWithin(one, path))),
          ),
  }
}

/**
 * Returns the draft after a choice, marked so that its form takes it over before it writes again. Null:
 * nothing is left of the draft, and no form is open.
 */
function rewritten(before: Draft, after: Draft, now: string, isOpen: boolean): Draft | null {
  if (sameJson(before.changes, after.changes)) return before
  if (!isOpen && after.changes.length === 0 && (after.typed ?? []).length === 0) return null
  return { ...after, rewritten: true, savedAt: now }
}

/** Returns the entry, or null if it has nothing left to do. */
function leftOf(entry: OutboxEntry): OutboxEntry | null {
  return entry.changes.length === 0 && !hasOwnEffect(entry.mode) && !entry.create ? null : entry
}

/** True if keeping both rows puts more rows into the list than `maxRows` allows. */
function isTooFull(data: JsonObject, { list, field }: RowPair, { schema }: RecordSite): boolean {
  const { maxRows } = field
  return maxRows !== null && rowIds(listAt(schema.fields, data, list).rows).length > maxRows
}

/** The outcome of a choice for a conflict; null if the choice cannot be made. */
function outcomeOf(
  under: JsonObject,
  conflict: ShownConflict,
  choice: ConflictChoice,
  { schema }: RecordSite,
): ConflictOutcome | null {
  if (choice === 'mine' || choice === 'theirs') return choice
  if (choice === 'now') return conflict.now === undefined ? null : { value: conflict.now }
  if (choice === 'both') {
    const both = bothOf(schema, under, withNow(conflict))
    return both !== null && 'twice' in both ? 'twice' : both
  }
  const { path, locale, base, mine, theirs } = withNow(conflict)
  const field = fieldNodeAt(schema.fields, under, path, locale)
  if (field === null || field.type === 'nested') return null
  const { types } = schema
  return valueType(types, field).mergeParts?.(field, base, mine, theirs, choice.parts, types) ?? null
}

/**
 * A discarded row is discarded in all locales: other entries of the same save lose their edits in it, and end if
 * nothing is left.
 */
function withoutRows(settled: OutboxEntry, entry: OutboxEntry, paths: readonly string[]): OutboxEntry[] {
  if (settled.group === null || entry.group !== settled.group) return [entry]
  const changes = entry.changes.filter((item) => !paths.some((path) => isWithin(item.path, path)))
  if (changes.length === entry.changes.length) return [entry]
  return changes.length === 0 && !hasOwnEffect(entry.mode) ? [] : [{ ...entry, changes }]
}

/**
 * Splits an entry that restores a removed row into one per locale: the row returns in all its locales, and a
 * request carries only one (DM1, DM2). `under`: the data below the entry.
 */
function partsOf(under: JsonObject, entry: OutboxEntry, { schema, newId }: RecordSite): OutboxEntry[] {
  const [first, ...others] = writesOf(schema.fields, under, entry.changes, entry.mode, entry.locale)
  // A single part may have another locale than the entry, if the row has values only in that locale.
  if (!first || (others.length === 0 && first.locale === entry.locale)) return [entry]
  const whole = others.length === 0 ? entry : { ...entry, group: entry.group ?? newId() }
  return [{ ...whole, ...first }, ...others.map((other) => ({ ...whole, ...other, key: newId() }))]
}
