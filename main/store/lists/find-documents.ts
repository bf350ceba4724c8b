import { dataField } from '../../../shared/cms/fields.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { FindQuery } from '../../../shared/ipc.ts'
import type { ListIndex, LocalRow, Measure } from './list-index.ts'
import { valuesAt, type Measured } from './list-values.ts'
import { fitting, foldTitle, ranked } from './title-search.ts'

/** Characters of a title by which it is found: to look through a long one for several words takes seconds. */
const LONGEST = 200

type Candidate = { collection: Collection; row: LocalRow; text: string }

/**
 * Documents whose titles fit what is typed, the likeliest first, of several collections; of alike ones the newest.
 * `shown`: ids that the site's base filter lets be seen; null: all.
 */
export function findDocuments(
  schema: SiteSchema,
  { words, slugs, limit }: FindQuery,
  withIndex: (
    slug: string,
    look: (index: ListIndex, shown: ReadonlySet<string> | null) => Candidate[],
  ) => Candidate[],
  rowOf: (slug: string, id: string, index: ListIndex) => LocalRow | null,
): { collection: Collection; row: LocalRow }[] {
  const folded = foldTitle(words)
  const candidates = schema.collections
    .filter(({ slug }) => slugs.includes(slug))
    .flatMap((collection) =>
      withIndex(collection.slug, (index, shown) => {
        const titles = titlesOf(schema, collection)
        const texts = index.titles(titles)
        index.measureRows()
        const listed = index.listed(fitting(texts.cells, folded))
        const known = listed.flatMap(({ id, position }): Candidate[] => {
          if (shown?.has(id) === false) return []
          const row = rowOf(collection.slug, id, index)
          return row === null ? [] : [{ collection, row, text: texts.cells[position] ?? '' }]
        })
        const made = index
          .newRows()
          .filter(({ isLeaving }) => !isLeaving)
          .map((row): Candidate => ({ collection, row, text: titles.of(row) }))
        return [...made, ...known]
      }),
    )
    .toSorted((a, b) => newest(b.row) - newest(a.row))
  const order = ranked(
    candidates.map(({ text }) => text),
    folded,
  )
  return order.slice(0, limit).flatMap((at) => candidates[at] ?? [])
}

/** What is edited here is newer than anything. */
function newest({ state, updatedAt }: LocalRow): number {
  return state.kind === 'saved' ? Date.parse(updatedAt ?? '') || 0 : Number.MAX_SAFE_INTEGER
}

/** By what a document is found: its title in all locales, its slug and its id, a line each. */
function titlesOf({ localization }: SiteSchema, { fields, useAsTitle }: Collection): Measure<string> {
  const locales = localization?.locales.map(({ code }) => code) ?? []
  const paths = [useAsTitle, ...(dataField(fields, 'slug') === null ? [] : ['slug']), 'id']
  const linesAt = (row: Measured, path: string): string[] =>
    [null, ...locales].flatMap((locale) =>
      valuesAt(fields, row, path, locale).values.flatMap((value) =>
        typeof value === 'string' || typeof value === 'number'
          ? [foldTitle(String(value).slice(0, LONGEST))]
          : [],
      ),
    )
  return {
    key: 'titles',
    names: [...new Set(paths.map((path) => path.split('.')[0] ?? path))],
    long: false,
    of: (row) => [...new Set(paths.flatMap((path) => linesAt(row, path)))].join('\n'),
  }
}
