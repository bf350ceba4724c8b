import type { JsonObject } from '../../../../shared/json.ts'
import type { HttpTransport, TransportInit } from '../../../../main/server/http/http-transport.ts'
import { at } from './site.ts'

/** Fields of `posts` that the model edits. All are plain values; the title is localized. */
export const FIELDS = ['title', 'slug', 'kind'] as const
export type FieldName = (typeof FIELDS)[number]

/** Fate of the next write: it succeeds, it or its answer is lost, or the program is killed. */
export type Fate = 'answered' | 'lost-before' | 'lost-after' | 'killed-before' | 'killed-after'

type Kept = { doc: JsonObject }

/**
 * A site in memory with the companion plugin's part for edits: stale check, idempotency keys and outcomes. It is used
 * over HTTP, as a transport of main's client.
 */
export class FakeSite {
  /** Value of each field, the title's in English. */
  values = new Map<string, Record<string, string>>()
  /** Number of writes that brought each value. */
  applied = new Map<string, number>()
  /** Fate of the next write. */
  fate: Fate = 'answered'
  /** False while the site lacks the field; its values are kept, but neither shown nor written. */
  hasSlug = true
  /** Called when a write arrives that kills the program; its request never ends. */
  onKill: () => void = () => undefined
  #revision = new Map<string, number>()
  #status = new Map<string, string>()
  #published = new Set<string>()
  #versions: { parent: number; version: JsonObject }[] = []
  #kept = new Map<string, Kept>()
  #clock = 0

  add(id: string): void {
    this.values.set(id, { title: 'start', slug: 'start', kind: 'start' })
    this.#status.set(id, 'draft')
    this.#touch(id)
  }

  has(field: FieldName): boolean {
    return field !== 'slug' || this.hasSlug
  }

  edit(id: string, field: FieldName, value: string): void {
    if (!this.has(field)) return
    this.#values(id)[field] = value
    this.#touch(id)
  }

  transport: HttpTransport = async (address, init) => {
    const url = new URL(address)
    const [, , first = '', second = '', third = ''] = url.pathname.split('/')
    if (first === 'desktop' && second === 'writes') return this.#keptUnder(third)
    if (second === 'versions') return this.#readVersions([...url.searchParams.values()])
    if (init.method === 'GET') return this.#read(second, url.searchParams)
    return this.#write(second, init)
  }

  /** Returns the whole document in all locales, as it is fetched. */
  document(id: string): JsonObject {
    const { title = '', ...rest } = this.#seen(id)
    return { ...this.#own(id), ...rest, title: { en: title } }
  }

  #read(id: string, query: URLSearchParams): Response {
    if (query.get('draft') !== 'false') return json(200, this.document(id))
    return this.#published.has(id)
      ? json(200, { id: Number(id), _status: 'published' })
      : json(404, { errors: [{ message: 'Not Found' }] })
  }

  /** Returns the version of a document at a revision; both are among the query's values. */
  #readVersions(asked: string[]): Response {
    const docs = this.#versions.filter(
      ({ parent, version }) =>
        asked.includes(String(parent)) && asked.some((value) => value === version['updatedAt']),
    )
    return json(200, { docs, totalDocs: docs.length })
  }

  #keptUnder(key: string): Response {
    const kept = this.#kept.get(key)
    const keepsForMs = 86_400_000
    if (!kept) return json(200, { state: 'absent', wouldKeep: true, keepsForMs })
    const { id = null, updatedAt = null } = kept.doc
    return json(200, { state: 'done', status: 200, id, updatedAt, keepsForMs })
  }

  async #write(id: string, init: TransportInit): Promise<Response> {
    const { fate } = this
    this.fate = 'answered'
    if (fate === 'killed-before') return this.#kill()
    if (fate === 'lost-before') throw lost()
    const answer = this.#handle(id, init)
    if (fate === 'killed-after') return this.#kill()
    if (fate === 'lost-after') throw lost()
    return answer
  }

  #kill(): Promise<never> {
    this.onKill()
    return new Promise(() => undefined)
  }

  /** Handles a request, once per idempotency key. */
  #handle(id: string, { headers, body }: TransportInit): Response {
    const key = headers['Idempotency-Key'] ?? ''
    const kept = this.#kept.get(key)
    if (kept) return json(200, kept, { 'idempotency-replayed': 'true' })
    const applied = { 'x-galley-applied': 'base, key' }
    if (headers['x-galley-base'] !== this.#updatedAt(id))
      return json(409, { errors: [{ message: 'Stale', data: { code: 'STALE' } }] }, applied)
    const sent = JSON.parse(typeof body === 'string' ? body : '{}') as JsonObject
    for (const field of FIELDS) {
      const value = sent[field]
      if (typeof value !== 'string' || !this.has(field)) continue
      this.#values(id)[field] = value
      this.applied.set(value, (this.applied.get(value) ?? 0) + 1)
    }
    if (typeof sent['_status'] === 'string') this.#status.set(id, sent['_status'])
    if (sent['_status'] === 'published') this.#published.add(id)
    this.#touch(id)
    const answer: Kept = { doc: { ...this.#own(id), ...this.#seen(id) } }
    this.#kept.set(key, answer)
    return json(200, answer, applied)
  }

  #own(id: string): JsonObject {
    const _status = this.#status.get(id) ?? 'draft'
    return { id: Number(id), createdAt: at(0), updatedAt: this.#updatedAt(id), _status }
  }

  #updatedAt(id: string): string {
    return at(this.#revision.get(id) ?? 0)
  }

  #seen(id: string): Record<string, string> {
    return Object.fromEntries(
      FIELDS.filter((name) => this.has(name)).map((name) => [name, this.#values(id)[name] ?? '']),
    )
  }

  #values(id: string): Record<string, string> {
    const found = this.values.get(id)
    if (!found) throw new Error(`No document ${id}`)
    return found
  }

  #touch(id: string): void {
    this.#clock += 1
    this.#revision.set(id, this.#clock)
    this.#versions.push({ parent: Number(id), version: this.document(id) })
  }
}

/** A broken connection: the request may have arrived. */
const lost = (): Error => Object.assign(new Error('reset'), { code: 'ECONNRESET' })

function json(status: number, body: JsonObject, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { date: new Date(0).toUTCString(), ...headers } })
}
