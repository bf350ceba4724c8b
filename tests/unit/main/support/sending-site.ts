import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileFolder } from '../../../../main/files/file-folder.ts'
import { createNewPasswords } from '../../../../main/server/session/new-passwords.ts'
import { createTransfers } from '../../../../main/server/send/transfers.ts'
import type { ApiAnswer, ApiClient } from '../../../../main/server/http/api-client.ts'
import { LONGEST_RUN_MS } from '../../../../main/server/send/look-up-write.ts'
import { createCompanion } from '../../../../main/server/http/companion.ts'
import type { AsyncStore, SiteContext } from '../../../../main/server/site-context.ts'
import { silentLog } from '../../../../main/log.ts'
import type { StoreApi } from '../../../../main/store/store-api.ts'
import type { Json } from '../../../../shared/json.ts'
import { site as schema } from '../../store/support/site.ts'

type Asked = Parameters<ApiClient['request']>[0]

type Http = Extract<ApiAnswer, { kind: 'http' }>

/** An answer over HTTP; `json` undefined: the body is not JSON. */
export function http(
  status: number,
  json: Json | undefined,
  more: Partial<Pick<Http, 'date' | 'replayed'>> = {},
): Http {
  return {
    kind: 'http',
    status,
    json,
    bytes: 0,
    retryAfter: null,
    date: null,
    etag: null,
    applied: [],
    replayed: null,
    schema: null,
    site: null,
    url: '',
    cookies: [],
    ...more,
  }
}

/** A site whose store is a real one and whose server, which is without the companion, answers what `answer` says. */
export function sendingSite(store: StoreApi, answer: (request: Asked) => ApiAnswer | null): SiteContext {
  return {
    client: {
      request: async (request) =>
        Promise.resolve(answer(request) ?? http(404, { errors: [{ message: 'No.' }] })),
      put: async () => Promise.resolve({ kind: 'network', code: 'ECONNREFUSED' }),
      open: async () => Promise.resolve({ kind: 'network', code: 'ECONNREFUSED' }),
      look: () => Promise.reject(new Error('nobody looks')),
      serverTime: () => null,
    },
    store: later(store),
    files: openFileFolder(join(tmpdir(), 'galley-no-account.sqlite')),
    transfers: createTransfers(() => undefined),
    newPasswords: createNewPasswords(),
    schema: () => schema,
    companion: createCompanion(),
    readsAll: () => true,
    baseFilter: () => null,
    checkConnection: async () => Promise.resolve({ status: 'online' }),
    refreshSchema: async () => Promise.resolve({ outcome: 'unchanged' }),
    contacted: () => undefined,
    longestRunMs: LONGEST_RUN_MS,
    log: silentLog,
    closed: new AbortController().signal,
  }
}

/** The store as main's client of the worker has it. */
function later(store: StoreApi): AsyncStore {
  const call = (name: PropertyKey) => async (input: never) => {
    await Promise.resolve()
    return (Reflect.get(store, name) as (given: never) => unknown)(input)
  }
  return new Proxy({}, { get: (_target, name) => call(name) }) as AsyncStore
}
