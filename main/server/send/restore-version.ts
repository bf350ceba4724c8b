import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, VersionRestored } from '../../../shared/ipc.ts'
import type { SendOutcome } from '../../../shared/sync/entry.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { refreshDocument } from '../read/read-documents.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import type { EntrySender } from './send-entry.ts'

type Sender = Pick<EntrySender, 'send' | 'idle'>

/**
 * Makes a document again what it was in a version: an entry of its queue, behind all that is unsent of it, that is sent
 * at once and survives the end of the program like any other. It is not kept for later (M.08): what the server has surely
 * not done is taken back, and the answer says so.
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
  const wasHere = (await site.store.getDocument(ref)) !== null
  if (!wasHere) await refreshDocument(site, ref)
  const document = await site.store.getDocument(ref)
  if (document === null) return refused('')
  const restores = { versionId, madeAt, asDraft }
  // Of a document that was not here no revision was shown.
  const decidedFor = wasHere ? shown : document.base.updatedAt
  const queued = await site.store.queueRestore({ ref, restores, locale, shown: decidedFor })
  if (typeof queued === 'string') return { outcome: queued }
  return judge(site, queued.key, await sendUpTo(site, sender, { ref, key: queued.key }))
}

type Ended = { outcome: SendOutcome; isOwn: boolean }

/** Sends what is unsent of a document up to that entry; the outcome of the entry, or of what keeps it from leaving. */
async function sendUpTo(
  site: SiteContext,
  sender: Sender,
  { ref, key }: { ref: DocRef; key: string },
): Promise<Ended> {
  let hasWaited = false
  for (;;) {
    const entries = (await site.store.getDocument(ref))?.entries ?? []
    const [head] = entries
    const done: Ended = { outcome: { type: 'sent', ref }, isOwn: true }
    if (head === undefined || entries.every((entry) => entry.key !== key)) return done
    const isOwn = head.key === key
    const outcome = await sender.send(head.key)
    const goesOn = outcome.type === 'sent' ? !isOwn : outcome.type === 'merged'
    if (goesOn || (outcome.type === 'retry' && outcome.retryAfterMs === 0)) continue
    if (outcome.type !== 'gone') return { outcome, isOwn }
    // Whoever sends all that waits may have been quicker, or sends something else of the document.
    if ((await site.store.getEntry(head.key)) === null) continue
    if (hasWaited) return { outcome, isOwn }
    hasWaited = true
    await sender.idle()
  }
}

async function judge(site: SiteContext, key: string, { outcome, isOwn }: Ended): Promise<VersionRestored> {
  const entry = outcome.type === 'sent' ? null : await site.store.getEntry(key)
  if (entry === null)
    return { outcome: 'done', message: outcome.type === 'sent' ? (outcome.message ?? '') : '' }
  // It may be done: the queue asks what became of it.
  if (entry.state === 'sending' || entry.state === 'unknown') return { outcome: 'unknown', message: '' }
  await site.store.discard(key)
  if (outcome.type === 'offline' || outcome.type === 'signed-out') return { outcome: outcome.type }
  if (!isOwn) return { outcome: 'unsent' }
  const { problem } = entry
  if (problem === null) return refused('')
  switch (problem.code) {
    case 'base-moved':
      return { outcome: 'moved' }
    case 'gone':
    case 'version-gone':
      return { outcome: 'gone' }
    case 'locked':
      return { outcome: 'locked', by: problem.by ?? null }
    default:
      return refused(problem.message, problem.fields)
  }
}

function refused(
  message: string,
  fields: Extract<VersionRestored, { outcome: 'refused' }>['fields'] = [],
): VersionRestored {
  return { outcome: 'refused', message, fields }
}
