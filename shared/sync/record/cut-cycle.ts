import type { Change } from '../../document/change.ts'
import { fieldNodeAt, isWithin } from '../../document/path.ts'
import type { Json } from '../../json.ts'
import { publishes, type OutboxEntry } from '../entry.ts'
import { replaceEntry, type DocumentRecord, type Queue, type RecordSite } from './document-record.ts'

/** Waiting creations by the temporary id they create: the entry's key, and the temporary ids that it refers to. */
export type WaitingCreations = ReadonlyMap<string, { key: string; waits: readonly string[] }>

/** A creation, and the new document that it refers to. */
export type Step = { key: string; refersTo: string }

/** A split of a creation: first without the references to another new document, then an edit with them. */
export type Cut = {
  key: string
  /** The changes of the creation, and those of the edit that follows it. */
  now: Change[]
  later: Change[]
  /** The collection requires the reference, so the server would refuse the creation without it. */
  isRequired: boolean
}

/**
 * The references that lead from a new document back to itself, through waiting creations; null: there are
 * none.
 */
export function cycleFrom(start: string, waiting: WaitingCreations): Step[] | null {
  const seen = new Set<string>()
  const search = (id: string): Step[] | null => {
    const creation = waiting.get(id)
    if (!creation || seen.has(id)) return null
    seen.add(id)
    for (const refersTo of creation.waits) {
      const step: Step = { key: creation.key, refersTo }
      if (refersTo === start) return [step]
      const rest = search(refersTo)
      if (rest) return [step, ...rest]
    }
    return null
  }
  return search(start)
}

/**
 * Splits a creation so that it does without the references to a new document; null: it is being sent, or has none.
 */
export function cutOf(
  { base, entries }: DocumentRecord,
  { key, refersTo }: Step,
  { schema }: RecordSite,
): Cut | null {
  const entry = entries.find((one) => one.key === key)
  if (!entry || entry.state === 'sending' || entry.state === 'unknown') return null
  const about = entry.changes.filter((item) => holds(item.kind === 'set' ? item.to : item.added, refersTo))
  const later = entry.changes.filter((item) => about.some(({ path }) => isWithin(item.path, path)))
  if (later.length === 0) return null
  const now = entry.changes.filter((item) => !later.includes(item))
  const isRequired = ({ path, locale }: Change): boolean => {
    const node = fieldNodeAt(schema.fields, base.data, path, locale)
    return node !== null && 'required' in node && node.required
  }
  return { key, now, later, isRequired: entry.mode === 'save' && later.some(isRequired) }
}

function holds(value: Json, text: string): boolean {
  if (value === text) return true
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holds(item, text))
}

/**
 * Replaces a creation by two entries: one without the references, and an edit that adds them. A publish first
 * creates a draft; the edit then publishes.
 */
export function postpone<Of extends Queue>(
  record: Of,
  { key, now, later }: Cut,
  { newId }: Pick<RecordSite, 'newId'>,
): Of {
  const entry = record.entries.find((one) => one.key === key)
  if (entry === undefined) return record
  const whole: OutboxEntry = { ...entry, group: entry.group ?? newId() }
  const first: OutboxEntry = { ...whole, changes: now, mode: publishes(entry.mode) ? 'draft' : entry.mode }
  const second: OutboxEntry = { ...whole, key: newId(), changes: later, create: false }
  return replaceEntry(record, key, [first, second])
}
