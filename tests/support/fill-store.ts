import { openDatabase } from '../../main/store/durability/database.ts'
import { writeDocument } from '../../main/store/tables/documents.ts'
import { refreshListRow } from '../../main/store/lists/list-rows.ts'
import { insertEntry } from '../../main/store/tables/outbox-rows.ts'
import { run } from '../../main/store/tables/sql.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { buildEntry } from '../unit/shared/build-entry.ts'

export type Filling = {
  slug: string
  /** Whole documents of the collection, in all locales, depth 0: what is made is like these. */
  templates: readonly JsonObject[]
  documents: number
  /** Edits of titles that wait, over so many documents. */
  entries?: { count: number; documents: number }
}

const PER_TRANSACTION = 5000
const WORDS = ['night', 'train', 'ferry', 'harbour', 'coast', 'line', 'station', 'winter', 'island', 'bridge']

/** The document of that number, with title, slug and times of its own; its id is the number, from 1. */
export function madeDocument({ templates }: Pick<Filling, 'templates'>, number: number): JsonObject {
  const template = templates[number % templates.length] ?? {}
  const title = titleOf(number)
  const time = madeAt(number)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return {
    ...template,
    id: number,
    title: inLocales(template['title'], title),
    slug,
    createdAt: time,
    updatedAt: time,
  }
}

/** When the document of that number was made and last changed. */
export function madeAt(number: number): string {
  return new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString()
}

/** Three words, which ones and in which order depends on the number, and the number. */
export function titleOf(number: number): string {
  const word = (at: number): string => WORDS[Math.abs(at) % WORDS.length] ?? ''
  return `The ${word(number * 7)} ${word(Math.floor(number / 10))} ${word(Math.floor(number / 3))} ${number}`
}

function inLocales(like: Json | undefined, title: string): Json {
  if (like === undefined || like === null || !isPlainJson(like)) return title
  return Object.fromEntries(
    Object.keys(like).map((locale) => [locale, locale === 'en' ? title : `${title} ${locale}`]),
  )
}

/** Fills a database file as reading and editing the documents would, in a fraction of the time. */
export function fillStore(file: string, filling: Filling): void {
  const database = openDatabase({ file })
  const { db } = database
  const { slug, documents, entries } = filling
  db.pragma('synchronous = OFF')
  const inTransactions = (count: number, one: (number: number) => void): void => {
    for (let start = 1; start <= count; start += PER_TRANSACTION)
      db.transaction(() => {
        for (let number = start; number < Math.min(start + PER_TRANSACTION, count + 1); number++) one(number)
      })()
  }
  inTransactions(documents, (number) => {
    const data = madeDocument(filling, number)
    const updatedAt = madeAt(number)
    const document = {
      ref: refOf(slug, number),
      data,
      updatedAt,
      status: 'published' as const,
      hasPublished: true,
      isNew: false,
      isGone: false,
      fetchedAt: updatedAt,
      adjusted: [],
    }
    writeDocument(db, document)
    refreshListRow(db, document, updatedAt)
  })
  run(db, 'INSERT OR REPLACE INTO collection_totals (slug, total) VALUES (?, ?)', slug, documents)
  inTransactions(entries?.count ?? 0, (number) => {
    const of = 1 + (number % (entries?.documents ?? 1))
    const changes = [
      {
        kind: 'set' as const,
        locale: 'en',
        path: 'title',
        from: titleOf(of),
        to: `${titleOf(of)}, edit ${number}`,
      },
    ]
    const entry = buildEntry({ key: `made-${number}`, ref: refOf(slug, of), locale: 'en', changes })
    insertEntry(db, entry)
  })
  db.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

function refOf(slug: string, number: number): DocRef {
  return { kind: 'collection', slug, id: String(number) }
}
