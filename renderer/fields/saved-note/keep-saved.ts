import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { OpenDifference } from '../../../shared/sync/sent-entry.ts'
import { galley } from '../../data/bridge.ts'

/** The person has seen what the server has, and leaves it at that. */
export async function keepSaved(ref: DocRef, differences: readonly OpenDifference[]): Promise<void> {
  const seen = differences.map(({ key: _key, savedAt: _savedAt, ...difference }) => difference)
  await galley.call('outbox.seen', { what: 'differences', ref, differences: seen }).catch(console.error)
}
