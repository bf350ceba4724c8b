import { dataField } from '../../../shared/cms/fields.ts'
import { searchedAlt } from '../../../shared/cms/list-fields.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { FindQuery } from '../../../shared/ipc.ts'
import { SOME_WORDS, WordIndex, type How } from '../../../shared/search/word-index.ts'
import type { ListIndex, Measure } from './list-index.ts'
import { valuesAt, type Measured } from './list-values.ts'

/** Characters of a title that are searched. */
const LONGEST = 200

type Candidate = { collection: Collection; id: string; score: number; rank: number; time: number }
/** Runs `look` on the index of a collection. `shown`: ids that the site's base filter allows; null: all. */
type WithIndex = <T>(slug: string, look: (index: ListIndex, shown: ReadonlySet<string> | null) => T) => T

/**
 * Searches titles in several collections: exact matches first; with few of those also misspelt ones, or some of the
 * words. Equal ones: locally edited first, then recently opened, then newest.
 */
export function findDocuments(
  schema: SiteSchema,
  query: FindQuery,
  withIndex: WithIndex,
): { collection: Collection; id: string }[] {
  const { words, slugs, limit, recent = [] } = query
  const collections = schema.collections.filter(({ slug }) => slugs.includes(slug))
  const find = (how: How): Candidate[] => {
    const first = new FirstFew(limit, inOrder)
    for (const collection of collections) {
      const titles = titlesOf(schema, collection)
      const opened = new Map(
        recent.flatMap(({ slug, id }, index) =>
          slug === collection.slug ? [[id, recent.length - index] as const] : [],
        ),
      )
      withIndex(collection.slug, (index, shown) => {
        const column = index.titles(titles)
        index.measureRows()
        const add = (id: string, score: number, time: number): void => {
          const rank = index.isEdited(id) ? recent.length + 1 : (opened.get(id) ?? 0)
          const { last } = first
          // Up to 100,000 rows may match equally, so only the best become objects.
          const comesLater =
            last !== undefined && score === last.score && rank <= last.rank && time <= last.time
          if (!comesLater) first.add({ collection, id, score, rank, time })
        }
        const made = index.newRows().filter(({ isLeaving }) => !isLeaving)
        const own = new WordIndex()
        for (const [position, row] of made.entries()) own.set(position, titles.of(row))
        own.search(words, how, (position, score) => {
          const row = made[position]
          if (row !== undefined) add(row.id, score, Number.MAX_SAFE_INTEGER)
        })
        column.words.search(words, how, (position, score) => {
          if (first.last !== undefined && score > first.last.score) return
          const id = index.listedAt(position)
          if (id !== null && shown?.has(id) !== false) add(id, score, column.times[position] ?? 0)
        })
      })
    }
    return first.list
  }
  const faultless = find({ misspelt: false })
  const found = faultless.length < limit ? find({ misspelt: true }) : faultless
  return found.length > 0 ? found : find(SOME_WORDS)
}

function inOrder(a: Candidate, b: Candidate): number {
  return a.score - b.score || b.rank - a.rank || b.time - a.time
}

/**
 * The searched texts of a document: its title in all locales, the alternative text of its file, its slug and its id, a
 * line each.
 */
export function titlesOf({ localization }: SiteSchema, collection: Collection): Measure<readonly string[]> {
  const { fields, useAsTitle } = collection
  const locales = localization?.locales.map(({ code }) => code) ?? []
  const slug = dataField(fields, 'slug') === null ? [] : ['slug']
  const paths = [...new Set([useAsTitle, ...searchedAlt(collection), ...slug, 'id'])]
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

/**
 * Keeps the first `count` of all added items, sorted; equal items stay in the order in which they were added.
 */
export class FirstFew<T> {
  readonly list: T[] = []
  readonly #count: number
  readonly #compare: (a: T, b: T) => number

  constructor(count: number, compare: (a: T, b: T) => number) {
    this.#count = count
    this.#compare = compare
  }

  /**
   * The last item once the list is full, else undefined: an item that does not come before it need not be
   * added.
   */
  get last(): T | undefined {
    return this.list[this.#count - 1]
  }

  add(one: T): void {
    const { last, list } = this
    if (last !== undefined && this.#compare(one, last) >= 0) return
    let at = list.length
    while (at > 0 && this.#compare(one, list[at - 1] ?? one) < 0) at--
    list.splice(at, 0, one)
    if (list.length > this.#count) list.pop()
  }
}
