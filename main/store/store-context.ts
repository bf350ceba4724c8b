import { refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Field, Global, SiteSchema } from '../../shared/cms/schema-model.ts'
import type { DocumentSchema, FieldTypes } from '../../shared/fields/field-type.ts'
import type { EventPayload } from '../../shared/ipc.ts'
import type { Db } from './tables/sql.ts'
import type { StoreEvent } from './store-api.ts'

/** The dependencies of every part of the store. */
export type StoreContext = {
  db: Db
  site: Site
  events: EventLog
  /**
   * Entries with a built request that may be about to leave, with the parts it was built from. No edit
   * coalesces with them, as it would count as sent without being in the request.
   */
  prepared: Map<string, string>
  /** The order in which bases were taken. */
  learnt: Learnt
  /** Documents opened since the program started; any of them may be on the screen. */
  opened: Set<string>
  /** Number of foreign writes taken into an opened document, by which its form knows why it changed. */
  foreignWrites: Map<string, number>
  /** Revisions of a document since which only own writes have followed. */
  ownSince: Map<string, Set<string | null>>
  /** ISO time of this computer. It is shown and decides nothing (SY11). */
  now: () => string
  newId: () => string
}

/** The dependencies of parts that only read. */
export type ReadContext = Pick<StoreContext, 'db' | 'site'>

/** The schema by which documents are read. Until it is known, documents are kept and shown as they are. */
export class Site {
  schema: SiteSchema | null = null
  readonly types: FieldTypes

  constructor(types: FieldTypes) {
    this.types = types
  }

  collection(slug: string): Collection | null {
    return this.schema?.collections.find((item) => item.slug === slug) ?? null
  }

  entity(ref: DocRef): Collection | Global | null {
    if (ref.kind === 'collection') return this.collection(ref.slug)
    return this.schema?.globals.find((item) => item.slug === ref.slug) ?? null
  }

  /** The fields of an entity; none if it is not known: its data is carried as it is (SY13). */
  fields(ref: DocRef): Field[] {
    return this.entity(ref)?.fields ?? NO_FIELDS
  }

  documentSchema(ref: DocRef): DocumentSchema {
    return { fields: this.fields(ref), types: this.types }
  }
}

const NO_FIELDS: Field[] = []

/** Collects the events of a transaction, which are sent once it is durable. */
export class EventLog {
  #changed = new Map<string, DocRef>()
  #lists = new Set<string>()
  #versions = new Map<string, DocRef>()
  #outbox = false
  #assigned: EventPayload<'documents.idAssigned'>[] = []

  /** Notes that a document or its state has changed. */
  changed(ref: DocRef): void {
    this.#changed.set(refKey(ref), ref)
    if (ref.kind === 'collection') this.#lists.add(ref.slug)
  }

  /** The documents that have changed. */
  documents(): readonly DocRef[] {
    return [...this.#changed.values()]
  }

  list(slug: string): void {
    this.#lists.add(slug)
  }

  versions(ref: DocRef): void {
    this.#versions.set(refKey(ref), ref)
  }

  outbox(): void {
    this.#outbox = true
  }

  idAssigned(payload: EventPayload<'documents.idAssigned'>): void {
    this.#assigned.push(payload)
  }

  /** Returns the events since the last call, assigned ids first, as the others use them. */
  take(): StoreEvent[] {
    const events: StoreEvent[] = this.#assigned.map((payload) => ({ name: 'documents.idAssigned', payload }))
    if (this.#changed.size > 0)
      events.push({ name: 'documents.changed', payload: { refs: [...this.#changed.values()] } })
    for (const slug of this.#lists) events.push({ name: 'documents.listChanged', payload: { slug } })
    for (const ref of this.#versions.values()) events.push({ name: 'versions.changed', payload: { ref } })
    if (this.#outbox) events.push({ name: 'outbox.changed', payload: undefined })
    this.#changed = new Map()
    this.#lists = new Set()
    this.#versions = new Map()
    this.#outbox = false
    this.#assigned = []
    return events
  }
}

/** Number of remembered bases; more than are taken during one request. */
const MOST = 10_000

/**
 * The order in which bases were taken since the start. An answer requested before a base was taken may be older:
 * revisions are only compared for equality, and clocks decide nothing (SY11).
 */
export class Learnt {
  #count = 0
  readonly #last = new Map<string, number>()

  /** Notes that the base of this document (its refKey) was taken. */
  add(document: string): void {
    this.#count += 1
    this.#last.delete(document)
    this.#last.set(document, this.#count)
    if (this.#last.size <= MOST) return
    const [oldest] = this.#last.keys()
    if (oldest !== undefined) this.#last.delete(oldest)
  }

  moment(): number {
    return this.#count
  }

  /** True if the document's base was taken after that moment. */
  isSince(document: string, moment: number): boolean {
    return (this.#last.get(document) ?? 0) > moment
  }
}
