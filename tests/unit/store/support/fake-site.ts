import type { JsonObject } from '../../../../shared/json.ts'
import type { WriteRequest } from '../../../../shared/sync/request.ts'
import { at } from './site.ts'

/** Fields of `posts` that the model edits. All are plain values; the title is one per locale. */
export const FIELDS = ['title', 'slug', 'kind'] as const
export type FieldName = (typeof FIELDS)[number]

type Answer = { status: 200; doc: JsonObject } | { status: 409 }

/** A site in memory with the companion plugin's stale check and idempotency keys. */
export class FakeSite {
  /** One value per field, the title's in English. */
  values = new Map<string, Record<string, string>>()
  /** How often a write brought each value. */
  applied = new Map<string, number>()
  #revision = new Map<string, number>()
  #answers = new Map<string, Answer>()
  #clock = 0

  add(id: string): void {
    this.values.set(id, { title: 'start', slug: 'start', kind: 'start' })
    this.#touch(id)
  }

  edit(id: string, field: FieldName, value: string): void {
    this.#values(id)[field] = value
    this.#touch(id)
  }

  updatedAt(id: string): string {
    return at(this.#revision.get(id) ?? 0)
  }

  /** The whole document in all locales, as it is fetched. */
  document(id: string): JsonObject {
    const { title = '', ...rest } = this.#values(id)
    return { id: Number(id), ...rest, title: { en: title }, updatedAt: this.updatedAt(id) }
  }

  /** Does what the request says, once per idempotency key. */
  handle(id: string, request: WriteRequest): Answer {
    const stored = this.#answers.get(request.idempotencyKey)
    if (stored) return stored
    if (request.baseUpdatedAt !== this.updatedAt(id)) return { status: 409 }
    for (const field of FIELDS) {
      const value = request.body?.[field]
      if (typeof value !== 'string') continue
      this.#values(id)[field] = value
      this.applied.set(value, (this.applied.get(value) ?? 0) + 1)
    }
    this.#touch(id)
    const answer: Answer = {
      status: 200,
      doc: { id: Number(id), ...this.#values(id), updatedAt: this.updatedAt(id), _status: 'draft' },
    }
    this.#answers.set(request.idempotencyKey, answer)
    return answer
  }

  #values(id: string): Record<string, string> {
    const found = this.values.get(id)
    if (!found) throw new Error(`No document ${id}`)
    return found
  }

  #touch(id: string): void {
    this.#clock += 1
    this.#revision.set(id, this.#clock)
  }
}
