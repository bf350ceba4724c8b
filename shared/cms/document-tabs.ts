import type { LocalizedText } from './field-base.ts'
import { read, readLabel, readList, readNumber, readText } from './read-value.ts'
import { toWords } from './labels.ts'

/** A tab of a document; tabs are kept in order (S2.13). */
export type EntityTab =
  /** A screen of Galley's own. `label`: the site's word for it; null: the usual one. */
  | { view: 'edit' | 'versions' | 'api'; label: LocalizedText | null }
  /** A view of the site's own, which runs in its admin panel only. `path`: what follows the path of the document. */
  | { view: 'site'; key: string; label: LocalizedText; path: string }

type Placed = { tab: EntityTab; order: number | null; isHidden: boolean }

const OF_PAYLOAD = [
  { key: 'default', view: 'edit', order: 100 },
  { key: 'versions', view: 'versions', order: 300 },
  { key: 'api', view: 'api', order: 400 },
] as const

/** The tabs of a collection or global, from the companion's answer; those without an order come last. */
export function parseTabs(extra: unknown, hidesApi: boolean): EntityTab[] {
  const said = readList(read(extra, 'tabs'))
  const about = (key: string) => said.find((one) => readText(read(one, 'view')) === key)
  const own: Placed[] = OF_PAYLOAD.map(({ key, view, order }) => ({
    tab: { view, label: readLabel(read(about(key), 'label')) },
    order: readNumber(read(about(key), 'order')) ?? order,
    isHidden: read(about(key), 'hidden') === true || (view === 'api' && hidesApi),
  }))
  const ofSite = said.flatMap((one): Placed[] => {
    const key = readText(read(one, 'view'))
    if (key === null || OF_PAYLOAD.some((known) => known.key === key)) return []
    const label = readLabel(read(one, 'label')) ?? toWords(key)
    const path = readText(read(one, 'path')) ?? ''
    return [
      { tab: { view: 'site', key, label, path }, order: readNumber(read(one, 'order')), isHidden: false },
    ]
  })
  return [...own, ...ofSite]
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
    .map(({ tab }) => tab)
}
