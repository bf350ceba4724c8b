import { currentValue } from '../../shared/document/apply.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { sameJson } from '../../shared/json.ts'
import type { OutboxEntry, SendOutcome } from '../../shared/sync/entry.ts'
import type { BaseInput, StoreApi } from '../store/store-api.ts'
import { outcomeUnknown, probeCreated, readCreated } from './find-created.ts'
import { readBase } from './read-documents.ts'
import { settleSent } from './settle-sent.ts'
import { entityOf, outcomeOfFailedRead, type SiteContext } from './site-context.ts'

type Prepared = Pick<NonNullable<ReturnType<StoreApi['prepareSend']>>, 'entry' | 'request'>

/**
 * Finds out what became of an entry whose outcome neither side knows: it was on its way when the program ended, and the
 * server does not know idempotency keys, or ended itself (SY4). `send`: it did not arrive, or not as it should; it is waiting again and can be built anew.
 * If still unsure, the entry parks and a person decides; never is anything created twice.
 */
export async function resolveUnknown(
  site: SiteContext,
  { entry, request }: Prepared,
): Promise<SendOutcome | 'send'> {
  const waitAgain = async (): Promise<'send'> => {
    await site.store.settleRetry({ key: entry.key, outcomeUnknown: false })
    return 'send'
  }
  // A deletion that arrived answers 404 the second time, which is success.
  if (entry.mode === 'delete') return waitAgain()
  if (entry.create) {
    const byId = await readCreated(site, entry, request)
    if (byId.kind === 'no-answer') return byId.outcome
    if (byId.kind === 'ours') return ended(site, entry, byId.answer)
    if (request.body?.['id'] !== undefined) return waitAgain()
    const probe = await probeCreated(site, entry, request)
    if (probe.kind === 'no-answer') return probe.outcome
    if (probe.kind === 'not-found') return waitAgain()
    const problem = outcomeUnknown()
    await site.store.settleParked({ key: entry.key, problem })
    return { type: 'parked', problem }
  }
  const read = await readBase(site, entry.ref)
  if (!read.ok) {
    const { outcome } = read.result
    // Gone, denied: the write itself gets the same answer and is judged by it.
    if (outcome === 'gone' || outcome === 'denied') return waitAgain()
    return outcomeOfFailedRead(read.result)
  }
  if (isAlreadyApplied(site, entry, read.value)) {
    const entity = entityOf(site.schema(), entry.ref)
    const data = entity ? projectLocale(entity.fields, read.value.data, entry.locale) : read.value.data
    return ended(site, entry, data)
  }
  await waitAgain()
  await site.store.putBase(read.value)
  return 'send'
}

async function ended(site: SiteContext, entry: OutboxEntry, data: BaseInput['data']): Promise<SendOutcome> {
  return settleSent(site, entry.key, { data, locale: entry.locale })
}

/** Whether the server has everything that the entry wanted, its status included. */
function isAlreadyApplied(site: SiteContext, entry: OutboxEntry, base: BaseInput): boolean {
  const entity = entityOf(site.schema(), entry.ref)
  if (!entity) return false
  if (entry.mode === 'publish' && base.status !== 'published') return false
  if (entry.mode === 'unpublish' && (base.status !== 'draft' || base.hasPublished !== false)) return false
  return entry.changes.every((change) => sameJson(currentValue(entity.fields, base.data, change), change.to))
}
