import { coalesceChanges } from '../../document/coalesce.ts'
import type { Change } from '../../document/change.ts'
import { sameJson } from '../../json.ts'
import { hasOwnEffect, isUnderWay, publishes, type OutboxEntry, type WriteMode } from '../entry.ts'
import { carriesContent, type NextWrite } from '../queue.ts'
import { isPassable } from '../queue-order.ts'
import { allows, isUnmeasured } from '../ways-out.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { writesOf } from './writes-of.ts'

/**
 * True if the first entry was refused, or keeps failing, and a write of this mode may replace it and all behind it
 * (SY10). False if that would turn a publish into a draft, or pass an unpublish or a deletion.
 */
export function isMend(entries: readonly OutboxEntry[], mode: WriteMode): boolean {
  const writes = toMend(entries)
  const [head, ...rest] = writes
  if (!head || !isMendable(head)) return false
  if (!carriesContent(mode) && !publishes(mode)) return false
  return (
    rest.every((entry) => entry.state === 'waiting' && !isUnmeasured(entry)) &&
    writes.every((entry) => carriesContent(entry.mode) || (publishes(entry.mode) && entry.mode === mode))
  )
}

/**
 * The entries up to the last one that holds back others; entries parked for the schema behind that are left out (see
 * queueOrder).
 */
function toMend(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.slice(0, 1 + entries.findLastIndex((entry, at) => at === 0 || !isPassable(entry)))
}

/**
 * True if an entry may be replaced. One of unknown outcome may not: a creation could exist twice, and undone edits
 * would come back.
 */
function isMendable(entry: OutboxEntry): boolean {
  return entry.problem !== null && entry.state !== 'unknown' && !isUnmeasured(entry) && allows(entry, 'edit')
}

/**
 * Replaces the first entry by one with the edits queued behind it, if they may mend it. If its request would be the
 * same, it stays parked.
 */
export function mendWithQueue(record: DocumentRecord, site: RecordSite): DocumentRecord {
  const { entries } = record
  const writes = toMend(entries)
  const [head, last] = [writes[0], writes.at(-1)]
  if (writes.length < 2 || !head || !last || !isMend(entries, last.mode)) return record
  // Shared fields go with the refused entry if its locale still exists; a publish stays that of its locale.
  const { locale } = carriesContent(last.mode) && head.problem?.code !== 'locale-gone' ? head : last
  const next: NextWrite = { mode: last.mode, locale, changes: [] }
  const [first] = partsOf(record, writes, next, site)
  if (first !== undefined && isSame(first, head)) return record
  return mend(record, next, site).record
}

type Part = ReturnType<typeof writesOf>[number]

function isSame(part: Part, { mode, locale, changes }: OutboxEntry): boolean {
  return part.mode === mode && part.locale === locale && sameJson(part.changes, changes)
}

/** Splits all that is queued, and one more write, as if it were saved now; empty if nothing is left to send. */
function partsOf(
  { base: { data } }: DocumentRecord,
  entries: readonly OutboxEntry[],
  write: NextWrite,
  { schema: { fields } }: RecordSite,
): Part[] {
  const changes = [...entries, write].reduce<Change[]>(
    (result, layer) => coalesceChanges(fields, data, result, layer.changes),
    [],
  )
  const mode = modeOf(entries, write.mode)
  const isNothing = changes.length === 0 && !hasOwnEffect(mode) && !entries.some(({ create }) => create)
  return isNothing ? [] : writesOf(fields, data, changes, mode, write.locale)
}

/**
 * Replaces a refused entry, and all behind it, by new ones per locale, as the fix may have another locale (DM1).
 * Entries that wait for the schema stay, behind them. `key`: of the last; null: nothing is left.
 */
export function mend(
  record: DocumentRecord,
  write: NextWrite,
  site: RecordSite,
): { record: DocumentRecord; key: string | null } {
  const { base, entries: queued } = record
  const entries = toMend(queued)
  const parts = partsOf(record, entries, write, site)
  const isCreate = entries.some(({ create }) => create)
  const locales = new Set(write.changes.map(({ locale }) => locale ?? write.locale))
  const group = locales.size > 1 ? site.newId() : null
  const known = [...entries]
  const made = parts.map((part, index): OutboxEntry => {
    // An entry keeps its key, since a screen may show it.
    const at = known.findIndex(({ locale }) => locale === part.locale)
    const [was] = at < 0 ? [] : known.splice(at, 1)
    return {
      key: was?.key ?? site.newId(),
      seq: 0,
      ref: base.ref,
      create: isCreate && index === 0,
      ...part,
      state: 'waiting',
      problem: null,
      attempts: 0,
      createdAt: was?.createdAt ?? site.now,
      updatedAt: site.now,
      group: was?.group ?? (locales.has(part.locale) ? group : null),
      waitsFor: [],
    }
  })
  const others = queued.filter((entry) => !entries.includes(entry))
  const next = [...others.filter(isUnderWay), ...made, ...others.filter((entry) => !isUnderWay(entry))]
  return { record: { ...record, entries: next }, key: made.at(-1)?.key ?? null }
}

/**
 * An autosave takes the mode of the entries it mends, as a person asked for that version. A save together with a
 * draft becomes a draft, since nobody has published the draft.
 */
function modeOf(entries: readonly OutboxEntry[], mode: WriteMode): WriteMode {
  const modes = [mode, ...entries.map((entry) => entry.mode)]
  const asked = mode === 'autosave' ? (modes.find((one) => one !== mode) ?? mode) : mode
  const isDraft = modes.includes('draft') || modes.includes('autosave')
  return asked === 'save' && isDraft ? 'draft' : asked
}
