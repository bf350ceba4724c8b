import { randomUUID } from 'node:crypto'
import { DatabaseKVAdapter } from 'payload'
import type { Payload } from 'payload'
import type { Settings } from '../options.ts'
import { readRecord } from './stored-answer.ts'
import type { KeyRecord } from './stored-answer.ts'

const PREFIX = 'galley-write:'
const PURGE_EVERY_MS = 60 * 60 * 1000

/** Where keys and answers lie: Payload's own key-value store, so that no site has to migrate. */
export type AnswerStore = {
  /** Sets the record unless the key is taken; one of many at once wins, across processes too. */
  readonly claim: (key: string, record: KeyRecord) => Promise<boolean>
  readonly read: (key: string) => Promise<KeyRecord | null>
  readonly write: (key: string, record: KeyRecord) => Promise<void>
  readonly remove: (key: string) => Promise<void>
  /** Removes what is older than the site keeps answers. */
  readonly purge: () => Promise<void>
  readonly claimMs: number
}

/** Any other key-value store has no atomic claim; within one process the caller's own queue stands in. */
function genericStore(payload: Payload, settings: Settings): AnswerStore {
  const read = async (key: string): Promise<KeyRecord | null> =>
    readRecord(await payload.kv.get(PREFIX + key))
  return {
    claimMs: settings.claimMs,
    read,
    claim: async (key, record) => {
      if (await payload.kv.has(PREFIX + key)) return false
      await payload.kv.set(PREFIX + key, record)
      return true
    },
    write: (key, record) => payload.kv.set(PREFIX + key, record),
    remove: (key) => payload.kv.delete(PREFIX + key),
    purge: async () => {
      const limit = Date.now() - settings.keepAnswersForMs
      for (const key of await payload.kv.keys()) {
        if (!key.startsWith(PREFIX)) continue
        const record = await read(key.slice(PREFIX.length))
        if (!record || record.at < limit) await payload.kv.delete(key)
      }
    },
  }
}

function databaseStore(payload: Payload, collection: string, settings: Settings): AnswerStore {
  const generic = genericStore(payload, settings)
  return {
    ...generic,
    claim: async (key, record) => {
      try {
        // An insert into a unique column: outside of any transaction, so that others see it at once.
        await payload.db.create({ collection, data: { key: PREFIX + key, data: record }, req: {} })
        return true
      } catch (error) {
        if (await payload.kv.has(PREFIX + key)) return false
        throw error
      }
    },
    purge: async () => {
      const limit = Date.now() - settings.keepAnswersForMs
      for (let page = 1; ; page += 1) {
        const { docs, hasNextPage } = await payload.db.find({
          collection,
          limit: 200,
          page,
          req: {},
          sort: 'id',
          where: { key: { like: PREFIX } },
        })
        const old = docs.flatMap((doc: Record<string, unknown>) => {
          const key = doc['key']
          const record = readRecord(doc['data'])
          return typeof key === 'string' && key.startsWith(PREFIX) && (!record || record.at < limit)
            ? [key]
            : []
        })
        if (old.length > 0) {
          await payload.db.deleteMany({ collection, req: {}, where: { key: { in: old } } })
          page = 0
        } else if (!hasNextPage) return
      }
    },
  }
}

/** The store of a site. */
export function answerStoreOf(payload: Payload, settings: Settings): AnswerStore {
  return payload.kv instanceof DatabaseKVAdapter
    ? databaseStore(payload, payload.kv.collectionSlug, settings)
    : genericStore(payload, settings)
}

/** A new name for an attempt. */
export const newAttempt = (): string => randomUUID()

let lastPurge = 0

/** Purges in the background, at most once an hour; a failure is logged and tried again later. */
export function purgeNowAndThen(store: AnswerStore, payload: Payload): void {
  if (Date.now() - lastPurge < PURGE_EVERY_MS) return
  lastPurge = Date.now()
  store
    .purge()
    .catch((err: unknown) => payload.logger.warn({ err }, 'galley: old answers could not be purged'))
}
