import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CredentialChange, CredentialResult, CallOutput } from '../../../shared/ipc.ts'
import { own } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { serverWords } from '../answer-shapes.ts'
import type { ApiRequest } from '../http/api-client.ts'
import { documentPath, queryString } from '../http/document-query.ts'
import { maybeDone } from '../at-once/only-server.ts'
import { readOwnWrite, refreshDocument } from '../read/read-documents.ts'
import { entityOf, hasDrafts } from '../site-context.ts'
import type { SiteContext } from '../site-context.ts'
import { needsPassword } from '../../../shared/cms/entity-rules.ts'

/**
 * Changes a user's credentials, or unlocks the user, on the server at once. They go neither into the outbox
 * nor into the log, and the request is never repeated.
 */
export async function changeCredentials(
  site: SiteContext,
  asked: DocRef,
  change: CredentialChange,
): Promise<CredentialResult> {
  const ref = await site.store.resolveId(asked)
  if (ref.kind === 'global' || isTempId(ref.id)) return { outcome: 'refused', message: '' }
  if (change.kind !== 'unlock' && (await wouldUnpublish(site, ref))) return { outcome: 'newer-draft' }
  const request = change.kind === 'unlock' ? await unlocking(site, ref) : changing(ref, change)
  if (request === null) return { outcome: 'refused', message: '' }
  const answer = await site.client.request({ ...request, neverRepeat: true })
  const unknown = maybeDone(answer)
  if (unknown !== null) return unknown
  if (answer.kind === 'network') return unreached(site)
  if (answer.status === 401 || answer.status === 403) {
    // An expired session is refused like a missing permission.
    const { status } = await site.checkConnection()
    if (status === 'signed-out') return { outcome: 'signed-out' }
  }
  if (answer.json === undefined) return unreached(site)
  if (answer.status >= 400) {
    const { message, fields } = serverWords(answer.json)
    return { outcome: 'refused', message: fields[0]?.message ?? message }
  }
  site.contacted()
  // The document has a new revision, which the next edits have to start from.
  await readOwnWrite(site, ref, answer)
  return { outcome: 'done' }
}

async function unreached(site: SiteContext): Promise<CredentialResult> {
  const { status } = await site.checkConnection()
  return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
}

/**
 * True if the write would unpublish: a write that is no draft replaces the latest version, which may be a draft over
 * a published one, and a draft holds no password.
 */
async function wouldUnpublish(site: SiteContext, ref: DocRef): Promise<boolean> {
  if (!hasDrafts(entityOf(site.schema(), ref))) return false
  await refreshDocument(site, ref)
  const document = await site.store.getDocument(ref)
  return document?.base.status === 'draft' && document.base.hasPublished !== false
}

type Wanted = Pick<ApiRequest, 'method' | 'path' | 'body'>

function changing(ref: DocRef, change: Exclude<CredentialChange, { kind: 'unlock' }>): Wanted {
  const body: JsonObject =
    change.kind === 'password'
      ? { password: change.password }
      : { apiKey: change.apiKey, enableAPIKey: change.apiKey !== null }
  return { method: 'PATCH', path: documentPath(ref) + queryString({ depth: 0 }), body }
}

/** The request that unlocks a user, named by their login name; null if that is not known. */
async function unlocking(site: SiteContext, ref: DocRef): Promise<Wanted | null> {
  const entity = entityOf(site.schema(), ref)
  const data = (await site.store.getDocument(ref))?.base.data ?? {}
  const byName = entity?.kind === 'collection' && entity.loginWithUsername !== null
  const username = byName ? own(data, 'username') : undefined
  const email = own(data, 'email')
  const path = `/${encodeURIComponent(ref.slug)}/unlock`
  if (typeof username === 'string' && username !== '') return { method: 'POST', path, body: { username } }
  return typeof email === 'string' && email !== '' ? { method: 'POST', path, body: { email } } : null
}

/**
 * Holds the password of a new user in memory, if the server can be reached; the next commit sends the
 * creation. `busy`: the creation may have been sent with another password.
 */
export async function holdPassword(
  site: SiteContext,
  ref: DocRef,
  password: string,
): Promise<CallOutput<'credentials.hold'>> {
  const entity = entityOf(site.schema(), ref)
  if (entity === null || !needsPassword(entity)) return { outcome: 'not-new' }
  if ((await site.store.getDocument(ref))?.isNew !== true) return { outcome: 'not-new' }
  const { status } = await site.checkConnection()
  if (status !== 'online') return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
  // Read last, without an await in between, so that the entry cannot be sent in between.
  const view = await site.store.getDocument(ref)
  if (view?.isNew !== true) return { outcome: 'not-new' }
  const [head] = view.entries
  if (head?.state === 'sending' || head?.state === 'unknown') return { outcome: 'busy' }
  site.newPasswords.hold(ref, password)
  return { outcome: 'held' }
}
