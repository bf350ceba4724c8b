import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, VersionRestored } from '../../../shared/ipc.ts'
import type { SendOutcome } from '../../../shared/sync/entry.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { refreshDocument } from '../read/read-documents.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import type { EntrySender } from './send-entry.ts'

/**
 * Makes a document again what it was in a version: an entry of its queue, behind all that is unsent of it, that is sent
 * at once and survives the end of the program like any other. It is not kept for later (M.08): what the server has surely
 * not done is taken back, and the answer says so.
 */
export async function restoreVersion(
  site: SiteContext,
  sender: Pick<EntrySender, 'send'>,
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

/** Sends what is unsent of a document up to that entry; the outcome of the entry, or of what keeps it from leaving. */
async function sendUpTo(
  site: SiteContext,
  sender: Pick<EntrySender, 'send'>,
  { ref, key }: { ref: DocRef; key: string },
): Promise<SendOutcome> {
  for (;;) {
    const entries = (await site.store.getDocument(ref))?.entries ?? []
    const [head] = entries
    if (head === undefined || entries.every((entry) => entry.key !== key)) return { type: 'sent', ref }
    const outcome = await sender.send(head.key)
    // Whoever sends all that waits may have been quicker.
    const isOver = outcome.type === 'gone' && (await site.store.getEntry(head.key)) === null
    const goesOn = outcome.type === 'merged' || (outcome.type === 'sent' && head.key !== key)
    if (!isOver && !goesOn) return outcome
  }
}

async function judge(site: SiteContext, key: string, outcome: SendOutcome): Promise<VersionRestored> {
  const entry = outcome.type === 'sent' ? null : await site.store.getEntry(key)
  if (entry === null)
    return { outcome: 'done', message: outcome.type === 'sent' ? (outcome.message ?? '') : '' }
  // It may be done: the queue asks what became of it.
  if (entry.state === 'sending' || entry.state === 'unknown') return { outcome: 'unknown', message: '' }
  await site.store.discard(key)
  if (outcome.type === 'offline' || outcome.type === 'signed-out') return { outcome: outcome.type }
  const { problem } = entry
  // Something that leaves before it waits for a person.
  if (problem === null) return outcome.type === 'parked' ? { outcome: 'unsent' } : refused('')
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
