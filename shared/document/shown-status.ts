import type { Json, JsonObject } from '../json.ts'
import { publishes, type OutboxEntry } from '../sync/entry.ts'
import { isPerLocale, statusIn } from './locale-status.ts'

/** `changed`: published, with newer edits; `to-publish`: published here, and the server does not know yet (SY16). */
export const SHOWN_STATUSES = ['published', 'draft', 'changed', 'to-publish'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

export type StatusBase = {
  data: JsonObject
  status: 'draft' | 'published' | null
  hasPublished: boolean | null
  publishedIn?: readonly string[] | null
}
type Queued = Pick<OutboxEntry, 'mode' | 'locale' | 'state'>
/** An entry of the queue, and the locales of its changes. */
export type QueuedStatus = Queued & { editedIn: readonly (string | null)[] }

export const queuedStatus = ({ mode, locale, state, changes }: OutboxEntry): QueuedStatus => ({
  mode,
  locale,
  state,
  editedIn: [...new Set(changes.map((change) => change.locale))],
})

/**
 * The status of a document with drafts, for its header and for lists (U52). `isTyped`: it has edits that are
 * not queued. `locale`: used if each locale has a status of its own.
 */
export function shownStatus(
  base: StatusBase,
  entries: readonly QueuedStatus[],
  isTyped: boolean,
  locale: string | null,
): ShownStatus {
  const own = base.data['_status']
  const queued = queuedPublish(entries)
  const isOfAnother = isPerLocale(own) && queued?.mode === 'publish-locale' && queued.locale !== locale
  if (queued !== null && !isOfAnother) return 'to-publish'
  const { status, hasPublished } = isPerLocale(own) ? statusInLocale(base, own, locale) : base
  if (status !== 'published') return hasPublished === true ? 'changed' : 'draft'
  const isHere = (edited: string | null): boolean => !isPerLocale(own) || edited === null || edited === locale
  // Moves in a manual order are no entries, so they do not count as edits.
  return isTyped || entries.some(({ editedIn }) => editedIn.some(isHere)) ? 'changed' : 'published'
}

export function statusInLocale(
  { publishedIn }: Pick<StatusBase, 'publishedIn'>,
  own: { [locale: string]: Json },
  locale: string | null,
): Pick<StatusBase, 'status' | 'hasPublished'> {
  const hasPublished = publishedIn == null || locale === null ? null : publishedIn.includes(locale)
  return { status: statusIn(own, locale), hasPublished }
}

/** The publish that is still waiting or parked, unless an unpublish is queued behind it; null: none. */
export function queuedPublish<Entry extends Queued>(entries: readonly Entry[]): Entry | null {
  const isTakenBack = (publish: Entry, at: number): boolean =>
    entries
      .slice(at + 1)
      .some(
        ({ mode, locale }) =>
          mode === 'unpublish' ||
          (mode === 'unpublish-locale' && publish.mode === 'publish-locale' && locale === publish.locale),
      )
  return (
    entries.find(
      (entry, at) =>
        publishes(entry.mode) &&
        (entry.state === 'waiting' || entry.state === 'parked') &&
        !isTakenBack(entry, at),
    ) ?? null
  )
}
