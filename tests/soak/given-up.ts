import { refId } from '../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { findTempIds } from '../../shared/sync/replace-id.ts'
import type { Judged } from './messages.ts'

/** Returns the ids of documents whose creation was discarded: with an unknown outcome, others may refer to them. */
export function givenUpIds(verdicts: readonly Judged[]): ReadonlySet<string> {
  const creations = verdicts.filter(({ entry, action }) => entry.create && action === 'discard')
  return new Set(creations.map(({ entry }) => refId(entry.ref)))
}

/** Returns a check if an entry is parked for such references, and each named field has one. */
export function refersTo(ids: ReadonlySet<string>): (entry: OutboxEntry) => boolean {
  return ({ problem, changes }) =>
    problem?.code === 'reference-gone' &&
    problem.fields.every((field) =>
      changes
        .filter(({ path }) => path === field.path)
        .flatMap((item) => findTempIds(item.kind === 'set' ? item.to : item.added))
        .some((id) => ids.has(id)),
    )
}
