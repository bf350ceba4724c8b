import { randomUUID } from 'node:crypto'
import type { Payload, PayloadHandler } from 'payload'
import { keyRowsOf } from './idempotency/key-rows.ts'
import { publicError } from './public-error.ts'

/** Header of Galley's requests and of the answers: the id of the site. `*` in a request asks for it. */
export const SITE_HEADER = 'x-galley-site'

const KEY = 'galley-site'

const known = new WeakMap<Payload, string>()

function idIn(data: unknown): string | null {
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : null
  return typeof id === 'string' ? id : null
}

async function readOrMake(payload: Payload): Promise<string | null> {
  const rows = keyRowsOf(payload)
  if (!rows) return null
  const kept = idIn(await rows.read(KEY))
  if (kept !== null) return kept
  const id = randomUUID()
  // Another process may have been first: then its id counts.
  return (await rows.insert(KEY, { id })) ? id : idIn(await rows.read(KEY))
}

/**
 * The site's id: a row of its database, so that a moved domain, or a later backup, keeps it. Null without a usable
 * key-value store in the database: then only the users tell sites apart.
 */
export async function siteIdOf(payload: Payload): Promise<string | null> {
  const before = known.get(payload)
  if (before !== undefined) return before
  try {
    const id = await readOrMake(payload)
    if (id !== null) known.set(payload, id)
    return id
  } catch (error) {
    payload.logger.warn({ err: error, msg: 'Galley: the id of this site cannot be kept.' })
    return null
  }
}

/**
 * Adds the site's id to answers of requests with the header, and refuses those meant for another site: 409
 * OTHER_SITE.
 */
export const saysSite =
  (handler: PayloadHandler): PayloadHandler =>
  async (req) => {
    const asked = req.headers.get(SITE_HEADER)
    const id = asked === null ? null : await siteIdOf(req.payload)
    if (id === null) return handler(req)
    // Payload sends these with errors as well.
    req.responseHeaders ??= new Headers()
    req.responseHeaders.set(SITE_HEADER, id)
    if (asked !== '*' && asked !== id)
      throw publicError('This request is meant for another site.', 409, { code: 'OTHER_SITE' })
    return handler(req)
  }
