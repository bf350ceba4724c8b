import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, VersionRestored } from '../../../shared/ipc.ts'
import type { SendOutcome } from '../../../shared/sync/entry.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { refreshDocument } from '../read/read-documents.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import type { EntrySender } from './send-entry.ts'

type Sender = Pick<EntrySender, 'send' | 'idle'>

/**
 * Restores a version by an entry behind all unsent ones, sent at once. It is not kept for later (M.08): if the server
 * has surely not done it, the entry is removed and the result says so.
 */
export async function restoreVersion(
  site: SiteContext,
  sender: Sender,
  { ref: asked, versionId, madeAt, asDraft, locale, shown }: CallInput<'versions.restore'>,
): Promise<VersionRestored> {
  const ref = await site.store.resolveId(asked)
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions || (ref.kind === 'collection' && isTempId(ref.id))) return refused('')
  const { status } = await site.checkConnection()
  if (status !== 'online') return { outcome: status === 'signed-out' ? status : 'offline' }
  const restores = { versionId, madeAt, asDraft }
  let decidedFor = shown
  if ((await site.store.getDocument(ref)) === null) {
    // The document was not here, so no revision was shown.
    await refreshDocument(site, ref)
    const document = await site.store.getDocument(ref)
    if (document === null) return refused('')
    decidedFor = document.base.updatedAt
  }
  const queued = await site.store.queueRestore({ ref, restores, locale, shown: decidedFor })
  if (typeof queued === 'string') return { outcome: queued }
  const { key } = queued
  try {
    return await judge(site, key, await sendUpTo(site, sender, { ref, key }))
  } catch (error) {
    // The restore is reported as not done, so it must not stay in the queue.
    const entry = await site.store.getEntry(key).catch(() => null)
    if (entry?.state === 'waiting') await site.store.discard(key).catch(() => null)
    throw error
  }
}

/** An outcome, with the key of its entry. */
type Ended = { outcome: SendOutcome; key: string }

/** Tries after which an entry that is merged or rebuilt each time is given up, as the server changes too fast. */
const MOST_TRIES = 5

/** Sends the unsent entries of a document up to this one; returns its outcome, or that of the one that blocks it. */
async function sendUpTo(
  site: SiteContext,
  sender: Sender,
  { ref, key }: { ref: DocRef; key: string },
): Promise<Ended> {
  for (let tries = 0; ;) {
    const entries = (await site.store.getDocument(ref))?.entries ?? []
    const [head] = entries
    if (head === undefined || entries.every((entry) => entry.key !== key))
      return { outcome: { type: 'gone' }, key }
    const outcome = await sender.send(head.key)
    // The send loop may have been quicker.
    if (outcome.type === 'gone' && (await site.store.getEntry(head.key)) === null) continue
    if (outcome.type === 'sent' && head.key !== key) continue
    const isAgain = outcome.type === 'merged' || outcome.type === 'gone'
    tries += 1
    if (!(isAgain || (outcome.type === 'retry' && outcome.retryAfterMs === 0)) || tries > MOST_TRIES)
      return { outcome, key: head.key }
    // Another entry of the document is being sent.
    if (outcome.type === 'gone') await sender.idle()
  }
}

async function judge(site: SiteContext, key: string, ended: Ended): Promise<VersionRestored> {
  const { outcome } = ended
  if (outcome.type === 'sent') return { outcome: 'done', message: outcome.message ?? '' }
  const entry = await site.store.getEntry(key)
  if (entry === null) {
    const isSent = (await site.store.became({ keys: [key] })).some(({ is }) => is === 'sent')
    return isSent ? { outcome: 'done', message: '' } : { outcome: 'discarded' }
  }
  // The restore may be done; the queue resolves it as any unknown outcome.
  if (entry.state === 'sending' || entry.state === 'unknown') return { outcome: 'unknown', message: '' }
  const isOwn = ended.key === key
  const problem = (isOwn ? entry : await site.store.getEntry(ended.key))?.problem ?? null
  await site.store.discard(key)
  if (outcome.type === 'offline' || outcome.type === 'signed-out') return { outcome: outcome.type }
  if (problem?.code === 'locked') return { outcome: 'locked', by: problem.by ?? null }
  if (!isOwn) return { outcome: 'unsent' }
  switch (problem?.code) {
    case 'base-moved':
      return { outcome: 'moved' }
    case 'gone':
    case 'version-gone':
      return { outcome: 'gone' }
    default:
      return refused(problem?.message || (outcome.type === 'retry' ? outcome.reason : ''), problem?.fields)
  }
}

function refused(
  message: string,
  fields: Extract<VersionRestored, { outcome: 'refused' }>['fields'] = [],
): VersionRestored {
  return { outcome: 'refused', message, fields }
}
