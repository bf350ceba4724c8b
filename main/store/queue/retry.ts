import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import { retry as retryRecord } from '../../../shared/sync/record/retry.ts'
import { refOfEntry } from '../tables/outbox-rows.ts'
import { readRecord, recordSite, saveRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'

/** See shared/sync/record/retry.ts. Throws `incomplete-choices` and `refused`. */
export function retry(context: StoreContext, input: CallInput<'outbox.retry'>): CallOutput<'outbox.retry'> {
  const ref = refOfEntry(context.db, input.key)
  if (ref === null) return { outcome: 'released' }
  const { base, ...unsent } = readRecord(context, ref)
  if (base === null) return { outcome: 'released' }
  const before = { ...unsent, base }
  const { record, result, twice } = retryRecord(before, input, recordSite(context, ref))
  if (result === 'refused') throw new StoreError(result, 'That is no way out of where the entry is')
  if (result === 'incomplete-choices')
    throw new StoreError(result, 'Each part in conflict needs a choice that can be')
  saveRecord(context, before, record)
  return { outcome: result, ...(twice.length > 0 && { twice }) }
}
