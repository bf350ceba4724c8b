import * as v from 'valibot'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { mayHoldPictures } from '../../shared/fields/file/upload-config.ts'
import { boundedWidth, COLUMN_WIDTHS } from '../ui/table/column-widths.ts'
import { localPreference, useLocalPreference } from './local-preference.ts'

const densities = ['compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]
const densityShape = v.fallback(v.picklist(densities), 'standard')

export const densityPreference = localPreference<Density>('density', (stored) =>
  v.parse(densityShape, stored),
)

const layouts = ['table', 'grid'] as const
/** Layout of a list of files. */
export type ListLayout = (typeof layouts)[number]

/** Column widths of a list in CSS pixels, by path; a column without one fits its content. */
export type ColumnWidths = Readonly<Record<string, number>>
const widthShape = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(COLUMN_WIDTHS.least),
  v.maxValue(COLUMN_WIDTHS.most),
)

const listShape = v.fallback(
  v.record(
    v.string(),
    v.object({
      layout: v.optional(v.fallback(v.optional(v.picklist(layouts)), undefined)),
      widths: v.optional(v.fallback(v.record(v.string(), widthShape), {})),
    }),
  ),
  {},
)
type ListPreference = v.InferOutput<typeof listShape>

/** Layout and column widths of lists, by server and collection. */
const listPreference = localPreference<ListPreference>('lists', (stored) => v.parse(listShape, stored ?? {}))

/**
 * Returns the layout chosen last for a collection on this server; collections that may hold pictures start with
 * cards.
 */
export function useListLayout(
  serverId: string,
  { slug, upload }: Pick<Collection, 'slug' | 'upload'>,
): [ListLayout, (layout: ListLayout) => void] {
  const [all, setAll] = useLocalPreference(listPreference)
  const name = `${serverId}/${slug}`
  const first = upload !== false && mayHoldPictures(upload) ? 'grid' : 'table'
  return [all[name]?.layout ?? first, (layout) => setAll({ ...all, [name]: { ...all[name], layout } })]
}

const NO_WIDTHS: ColumnWidths = {}

/**
 * Returns the column widths of a list on this computer, a setter (whole pixels within the limits, null resets one),
 * and a reset of all.
 */
export function useColumnWidths(
  serverId: string,
  slug: string,
): [widths: ColumnWidths, setWidth: (path: string, width: number | null) => void, reset: () => void] {
  const [all, setAll] = useLocalPreference(listPreference)
  const name = `${serverId}/${slug}`
  const widths = all[name]?.widths ?? NO_WIDTHS
  const put = (next: ColumnWidths) => setAll({ ...all, [name]: { ...all[name], widths: next } })
  return [
    widths,
    (path, width) => {
      const { [path]: _before, ...others } = widths
      put(width === null ? others : { ...others, [path]: boundedWidth(width) })
    },
    () => put(NO_WIDTHS),
  ]
}

/** Widths of file cards in CSS pixels, one for all lists on this computer. */
export const CARD_WIDTHS = { least: 120, most: 360, step: 20, usual: 200 } as const
const cardShape = v.fallback(
  v.pipe(v.number(), v.integer(), v.minValue(CARD_WIDTHS.least), v.maxValue(CARD_WIDTHS.most)),
  CARD_WIDTHS.usual,
)
export const cardWidthPreference = localPreference<number>('card-width', (stored) =>
  v.parse(cardShape, stored),
)

const localesShape = v.fallback(v.record(v.string(), v.string()), {})
const contentLocalePreference = localPreference('content-locales', (stored) => v.parse(localesShape, stored))

export type Person = { server: { id: string }; collection: string; userId: string }
export const personKey = ({ server, collection, userId }: Person): string =>
  `${server.id}/${collection}/${userId}`

/** Returns the code of the content locale that a person chose last on a server; null if none. */
export function lastContentLocale(person: Person): string | null {
  return contentLocalePreference.get()[personKey(person)] ?? null
}

export function keepContentLocale(person: Person, code: string): void {
  contentLocalePreference.set({ ...contentLocalePreference.get(), [personKey(person)]: code })
}
