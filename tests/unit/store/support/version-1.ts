import type Database from 'better-sqlite3'
import type { Json, JsonObject } from '../../../../shared/json.ts'

/** What version 1 of the database held, written by SQL as that version wrote it: its code is gone. */

type Db = Database.Database

const text = (name: string, localized = false): JsonObject => ({ name, type: 'text', localized })

/** The answer of GET /desktop/config, as it is cached. */
export const configAnswer: JsonObject = {
  galley: { payload: '3.90.1', capabilities: { config: true, staleCheck: true, idempotency: true } },
  site: { name: 'Nordlys' },
  extras: {},
  config: {
    localization: { defaultLocale: 'en', locales: ['en', 'de', 'fr'].map((code) => ({ code, label: code })) },
    blocks: [
      {
        slug: 'hero',
        fields: [text('heading', true), text('size'), { type: 'row', fields: [text('note', true)] }],
      },
    ],
    collections: [
      {
        slug: 'posts',
        admin: { useAsTitle: 'title' },
        versions: { drafts: { autosave: { interval: 2000 } } },
        fields: [
          {
            type: 'tabs',
            tabs: [
              {
                label: 'Content',
                fields: [
                  text('title', true),
                  { type: 'row', fields: [text('slug')] },
                  { name: 'layout', type: 'blocks', blockReferences: ['hero'] },
                ],
              },
              { name: 'meta', fields: [text('title', true), { name: 'score', type: 'number' }] },
            ],
          },
          {
            name: 'settings',
            type: 'group',
            fields: [text('color'), { type: 'collapsible', fields: [text('motto', true)] }],
          },
          {
            name: 'sections',
            type: 'array',
            fields: [
              text('name', true),
              {
                name: 'content',
                type: 'blocks',
                blocks: [
                  {
                    slug: 'list',
                    fields: [
                      text('code'),
                      { name: 'lines', type: 'array', localized: true, fields: [text('line', true)] },
                    ],
                  },
                ],
              },
            ],
          },
          { name: 'author', type: 'relationship', relationTo: 'authors' },
          { name: 'body', type: 'richText' },
        ],
      },
      { slug: 'authors', admin: { useAsTitle: 'name' }, fields: [text('name')] },
    ],
    globals: [{ slug: 'header', fields: [text('motto'), text('claim', true)] }],
  },
}

export const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

/** As it may have left; written by another hand than JSON.stringify, so that it is seen to be the same to the letter. */
export const REQUEST =
  '{ "method":"PATCH","path":"/posts/1?draft=true&locale=en&depth=0",  "body":{"title":"B","slug":"b"},"idempotencyKey":"k-1","baseUpdatedAt":"2026-01-01T00:00:01.000Z"}'

const time = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString()

export function putConfig(db: Db): void {
  db.prepare('INSERT INTO resources (key, value, etag, fetched_at) VALUES (?, ?, NULL, ?)').run(
    'config',
    JSON.stringify(configAnswer),
    time(0),
  )
}

export function putDocument(db: Db, [kind, slug, id]: Name, data: JsonObject, isNew = false): void {
  db.prepare(
    `INSERT INTO documents (kind, slug, id, data, updated_at, status, has_published, is_new, fetched_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
  ).run(
    kind,
    slug,
    id,
    JSON.stringify(data),
    isNew ? null : time(1),
    isNew ? null : 'draft',
    isNew ? 1 : 0,
    time(1),
  )
}

export type Name = readonly ['collection' | 'global', string, string]
export const posts = (id: string): Name => ['collection', 'posts', id]

type Entry = {
  key: string
  locale: string | null
  changes: Json[]
  mode?: string
  state?: string
  create?: boolean
  request?: string
  conflicts?: Json[]
  waits?: string[]
}

export function putEntry(db: Db, [kind, slug, id]: Name, entry: Entry): void {
  const { key, locale, changes, mode = 'draft', state = 'waiting', create = false, request = null } = entry
  const problem = entry.conflicts
    ? { code: 'conflict', message: '', status: null, fields: [], conflicts: entry.conflicts }
    : null
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO outbox (key, kind, slug, id, is_create, mode, locale, changes, state, problem, problem_code,
         attempts, request, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      key,
      kind,
      slug,
      id,
      create ? 1 : 0,
      mode,
      locale,
      JSON.stringify(changes),
      state,
      problem === null ? null : JSON.stringify(problem),
      problem?.code ?? null,
      request === null ? 0 : 1,
      request,
      time(2),
      time(3),
    )
  for (const temp of entry.waits ?? [])
    db.prepare('INSERT INTO outbox_waits (waits_for, seq) VALUES (?, ?)').run(temp, lastInsertRowid)
}

export function putDraft(
  db: Db,
  [kind, slug, id]: Name,
  locale: string | null,
  seconds: number,
  changes: Json[],
): void {
  db.prepare('INSERT INTO drafts (kind, slug, id, locale, changes, saved_at) VALUES (?, ?, ?, ?, ?, ?)').run(
    kind,
    slug,
    id,
    locale ?? '',
    JSON.stringify(changes),
    time(seconds),
  )
}

/** Changes as version 1 kept them: without a locale, new rows as that of the list sees them. */
export const set = (path: string, from: Json, to: Json): Json => ({ kind: 'set', path, from, to })
export const rows = (
  path: string,
  from: string[],
  to: string[],
  added: Record<string, JsonObject> = {},
): Json => ({
  kind: 'rows',
  path,
  from,
  to,
  added,
})
