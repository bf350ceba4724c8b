import { dataField } from '../../../shared/cms/fields.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { FindQuery } from '../../../shared/ipc.ts'
import { firstOf, WordIndex, type Hit } from '../../../shared/search/word-index.ts'
import type { ListIndex, LocalRow, Measure } from './list-index.ts'
import { valuesAt, type Measured } from './list-values.ts'

/** Characters of a title by which it is found. */
const LONGEST = 200

type Candidate = { collection: Collection; id: string; score: number; rank: number; time: number }
/** Looks at the rows of a collection. `shown`: ids that the site's base filter lets be seen; null: all. */
type WithIndex = <T>(slug: string, look: (index: ListIndex, shown: ReadonlySet<string> | null) => T) => T

/**
 * Documents of several collections that are called like what is typed: called so first, misspelt last, and those only
 * where there are too few others. Of alike ones those with edits of this computer, then those opened last, then the
 * newest.
 */
export function findDocuments(
  schema: SiteSchema,
  query: FindQuery,
  withIndex: WithIndex,
): { collection: Collection; id: string }[] {
  const { words, slugs, limit, recent = [] } = query
  const collections = schema.collections.filter(({ slug }) => slugs.includes(slug))
  const opened = new Map(recent.map(({ slug, id }, index) => [`${slug} ${id}`, recent.length - index]))
  const find = (misspelt: boolean): Candidate[] => {
    const found = collections.flatMap((collection) =>
      withIndex(collection.slug, (index, shown) => {
        const rankOf = (id: string): number =>
          index.isEdited(id) ? recent.length + 1 : (opened.get(`${collection.slug} ${id}`) ?? 0)
        const candidate = (id: string, { score }: Hit, time: number): Candidate => ({
          collection,
          id,
          score,
          rank: rankOf(id),
          time,
        })
        const titles = titlesOf(schema, collection)
        const column = index.titles(titles)
        index.measureRows()
        function* known(): Generator<Candidate> {
          for (const hit of column.words.search(words, { misspelt })) {
            const id = index.listedAt(hit.position)
            if (id !== null && shown?.has(id) !== false)
              yield candidate(id, hit, column.times[hit.position] ?? 0)
          }
        }
        const made = index.newRows().filter(({ isLeaving }) => !isLeaving)
        const here = [...madeHits(made, titles, words, misspelt)].map(({ row, hit }) =>
          candidate(row.id, hit, Number.MAX_SAFE_INTEGER),
        )
        return firstOf([...here, ...firstOf(known(), limit, inOrder)], limit, inOrder)
      }),
    )
    return firstOf(found, limit, inOrder)
  }
  const faultless = find(false)
  return faultless.length < limit ? find(true) : faultless
}

function inOrder(a: Candidate, b: Candidate): number {
  return a.score - b.score || b.rank - a.rank || b.time - a.time
}

/** Documents that were made here are few, and in no list of the server's. */
function* madeHits(
  rows: readonly LocalRow[],
  titles: Measure<readonly string[]>,
  words: string,
  misspelt: boolean,
): Generator<{ row: LocalRow; hit: Hit }> {
  const index = new WordIndex()
  for (const [position, row] of rows.entries()) index.set(position, titles.of(row))
  for (const hit of index.search(words, { misspelt })) {
    const row = rows[hit.position]
    if (row !== undefined) yield { row, hit }
  }
}

/** By what a document is found: its title in all locales, its slug and its id, a line each. */
export function titlesOf(
  { localization }: SiteSchema,
  { fields, useAsTitle }: Collection,
): Measure<readonly string[]> {
  const locales = localization?.locales.map(({ code }) => code) ?? []
  const paths = [useAsTitle, ...(dataField(fields, 'slug') === null ? [] : ['slug']), 'id']
  const linesAt = (row: Measured, path: string): string[] =>
    [null, ...locales].flatMap((locale) =>
      valuesAt(fields, row, path, locale).values.flatMap((value) =>
        typeof value === 'string' || typeof value === 'number' ? [String(value).slice(0, LONGEST)] : [],
      ),
    )
  return {
    key: 'titles',
    names: [...new Set(paths.map((path) => path.split('.')[0] ?? path))],
    long: false,
    of: (row) => [...new Set(paths.flatMap((path) => linesAt(row, path)))],
  }
}
