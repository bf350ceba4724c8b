import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import type { Change } from '../../../shared/document/change.ts'
import { fieldNodeAt, isWithin } from '../../../shared/document/path.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { publishes, type OutboxEntry } from '../../../shared/sync/entry.ts'
import { readDocument } from '../tables/documents.ts'
import { deleteEntry, insertEntry, moveBehind, readEntries, readEntry } from '../tables/outbox-rows.ts'
import { withReferences } from '../tables/references.ts'
import type { Db } from '../tables/sql.ts'
import { all } from '../tables/sql.ts'
import type { StoreContext } from '../store-context.ts'

/** A creation, and the new document that it refers to. */
type Step = { key: string; refersTo: string }

/**
 * New documents that refer to each other in a circle would wait for each other for ever (SY8). One of them is created
 * without what refers to the next one, which follows as an edit.
 */
export function cutCycles(context: StoreContext, ref: DocRef): void {
  const id = refId(ref)
  for (let cycle = findCycle(context.db, id); cycle; cycle = findCycle(context.db, id)) {
    const cuts = cycle.flatMap((step) => cutOf(context, step) ?? [])
    const cut = cuts.find((one) => !one.isRequired) ?? cuts[0]
    if (!cut) return
    postpone(context, cut)
  }
}

/** The same for all documents: what an earlier version of the program may have left. */
export function cutAllCycles(context: StoreContext): void {
  for (const id of creations(context.db).keys()) {
    cutCycles(context, { kind: 'collection', slug: '', id })
  }
}

/** New documents whose creation waits for others: by id, the key of the creation and what it waits for. */
function creations(db: Db): Map<string, { key: string; waits: string[] }> {
  const rows = all<{ id: string; key: string; waits_for: string }>(
    db,
    'SELECT o.id, o.key, x.waits_for FROM outbox o JOIN outbox_waits x ON x.seq = o.seq WHERE o.is_create = 1',
  )
  const found = new Map<string, { key: string; waits: string[] }>()
  for (const { id, key, waits_for } of rows) {
    found.set(id, { key, waits: [...(found.get(id)?.waits ?? []), waits_for] })
  }
  return found
}

/** The way from a document back to itself, or null. */
function findCycle(db: Db, start: string): Step[] | null {
  const waiting = creations(db)
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

type Cut = {
  entry: OutboxEntry
  /** What the document is created with, and what follows. */
  now: Change[]
  later: Change[]
  /** The server would refuse the creation without what follows. */
  isRequired: boolean
}

function cutOf({ db, site }: StoreContext, { key, refersTo }: Step): Cut | null {
  const entry = readEntry(db, key)
  const document = entry && readDocument(db, entry.ref)
  if (!entry || !document || entry.state === 'sending' || entry.state === 'unknown') return null
  const about = entry.changes.filter((item) => holds(item.kind === 'set' ? item.to : item.added, refersTo))
  const later = entry.changes.filter((item) => about.some(({ path }) => isWithin(item.path, path)))
  if (later.length === 0) return null
  const now = entry.changes.filter((item) => !later.includes(item))
  const fields = site.fields(entry.ref)
  return {
    entry,
    now,
    later,
    isRequired: entry.mode === 'save' && later.some((item) => isRequired(fields, document.data, item)),
  }
}

function isRequired(fields: Field[], data: JsonObject, { path, locale }: Change): boolean {
  const node = fieldNodeAt(fields, data, path, locale)
  return node !== null && 'required' in node && node.required
}

function holds(value: Json, text: string): boolean {
  if (value === text) return true
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holds(item, text))
}

/** Two entries instead of one, in its place. A publish is one of the whole document: it is created as a draft. */
function postpone(context: StoreContext, { entry, now, later }: Cut): void {
  const { db, newId } = context
  const behind = readEntries(db, entry.ref).filter(({ seq }) => seq > entry.seq)
  const whole = { ...entry, group: entry.group ?? newId() }
  const first = { ...whole, changes: now, mode: publishes(entry.mode) ? 'draft' : entry.mode } as const
  const second = { ...whole, key: newId(), changes: later, create: false }
  // None of these is under way: the creation waits for another document.
  deleteEntry(db, entry.key)
  for (const item of [first, second]) insertEntry(db, withReferences(context, item))
  moveBehind(
    db,
    behind.map(({ key }) => key),
  )
}
