import * as v from 'valibot'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { versionRow, type VersionRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { hashOf, packText, unpackText } from '../versions/packed-text.ts'
import type { StoreApi } from '../store-api.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'
import { storable } from './credentials.ts'
import { resolveRef } from './ids.ts'
import { all, one, parseJson, parseObject, run, type Db } from './sql.ts'

export type KeptVersion = { version: VersionRow; data: JsonObject }

type Row = {
  version_id: string
  updated_at: string
  row: string
  against: string | null
  packed: Buffer
  hash: string
}

const COLUMNS = 'version_id, updated_at, row, against, packed, hash'
const OF_DOCUMENT = 'kind = ? AND slug = ? AND id = ?'

/** What a version holds; null: it is not here, or what is here of it is damaged. */
export function versionContent(
  { db }: ReadContext,
  { ref: asked, versionId }: Parameters<StoreApi['versionContent']>[0],
): KeptVersion | null {
  const ref = resolveRef(db, asked)
  const row = readRow(db, ref, versionId)
  const text = row ? textOf(db, ref, row) : null
  const version = row ? readVersionRow(row) : null
  return text === null || version === null ? null : { version, data: parseObject(text) }
}

function readVersionRow({ row }: Row): VersionRow | null {
  try {
    return v.parse(versionRow, parseJson(row))
  } catch {
    return null
  }
}

/** See StoreApi.putVersionContent. */
export function putVersionContent(
  { db, site, now }: StoreContext,
  { ref: asked, version, data }: Parameters<StoreApi['putVersionContent']>[0],
): void {
  const ref = resolveRef(db, asked)
  const text = JSON.stringify(ref.kind === 'collection' ? storable(site, ref.slug, data) : data)
  const known = readRow(db, ref, version.id)
  if (known?.hash === hashOf(text) && textOf(db, ref, known) !== null) {
    run(
      db,
      `UPDATE version_contents SET row = ?, kept_at = ? WHERE ${OF_DOCUMENT} AND version_id = ?`,
      JSON.stringify(version),
      now(),
      ...names(ref),
      version.id,
    )
    return
  }
  if (known) deleteContent(db, ref, known)
  const newer = neighbour(db, ref, version, 'newer')
  const base = newer ? textOf(db, ref, newer) : null
  db.prepare(
    `INSERT INTO version_contents (kind, slug, id, ${COLUMNS}, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...names(ref),
    version.id,
    version.updatedAt,
    JSON.stringify(version),
    newer && base !== null ? newer.version_id : null,
    packText(text, base),
    hashOf(text),
    now(),
  )
  const older = neighbour(db, ref, version, 'older')
  const olderText = older?.against === null ? textOf(db, ref, older) : null
  if (older && olderText !== null) writePacked(db, ref, older, { id: version.id, text }, olderText)
}

export function deleteVersionContents(db: Db, ref: DocRef): void {
  run(db, `DELETE FROM version_contents WHERE ${OF_DOCUMENT}`, ...names(ref))
}

/** How much room all of them take. */
export function contentBytes(db: Db): number {
  const sql = 'SELECT sum(octet_length(packed)) AS bytes FROM version_contents'
  return one<{ bytes: number | null }>(db, sql)?.bytes ?? 0
}

/** Forgets what versions hold, those documents' first that were looked at longest ago; how much room that makes. */
export function forgetVersionContents(db: Db, bytes: number): number {
  type Document = { kind: string; slug: string; id: string; size: number }
  const documents = all<Document>(
    db,
    `SELECT kind, slug, id, sum(octet_length(packed)) AS size FROM version_contents
     GROUP BY kind, slug, id ORDER BY max(kept_at)`,
  )
  let freed = 0
  for (const { kind, slug, id, size } of documents) {
    if (freed >= bytes) break
    run(db, `DELETE FROM version_contents WHERE ${OF_DOCUMENT}`, kind, slug, id)
    freed += size
  }
  return freed
}

/** Takes one away; what was kept as a difference to it is kept in another way, and goes where it is damaged. */
function deleteContent(db: Db, ref: DocRef, row: Row): void {
  const newer = row.against === null ? null : readRow(db, ref, row.against)
  const base = newer ? textOf(db, ref, newer) : null
  const hanging = all<Row>(
    db,
    `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} AND against = ?`,
    ...names(ref),
    row.version_id,
  )
  for (const other of hanging) {
    const text = textOf(db, ref, other)
    if (text === null) deleteContent(db, ref, other)
    else
      writePacked(db, ref, other, newer && base !== null ? { id: newer.version_id, text: base } : null, text)
  }
  run(
    db,
    `DELETE FROM version_contents WHERE ${OF_DOCUMENT} AND version_id = ?`,
    ...names(ref),
    row.version_id,
  )
}

function writePacked(
  db: Db,
  ref: DocRef,
  row: Row,
  base: { id: string; text: string } | null,
  text: string,
): void {
  db.prepare(
    `UPDATE version_contents SET against = ?, packed = ? WHERE ${OF_DOCUMENT} AND version_id = ?`,
  ).run(base?.id ?? null, packText(text, base?.text ?? null), ...names(ref), row.version_id)
}

function readRow(db: Db, ref: DocRef, versionId: string): Row | undefined {
  const sql = `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} AND version_id = ?`
  return one<Row>(db, sql, ...names(ref), versionId)
}

function neighbour(
  db: Db,
  ref: DocRef,
  { id, updatedAt }: VersionRow,
  which: 'newer' | 'older',
): Row | undefined {
  const [than, order] = which === 'newer' ? ['>', 'ASC'] : ['<', 'DESC']
  return one<Row>(
    db,
    `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} AND (updated_at, version_id) ${than} (?, ?)
     ORDER BY updated_at ${order}, version_id ${order} LIMIT 1`,
    ...names(ref),
    updatedAt,
    id,
  )
}

/** The text of a row, through those that it is a difference to; null where any of them is missing or damaged. */
function textOf(db: Db, ref: DocRef, row: Row): string | null {
  const chain = [row]
  for (let last = row; last.against !== null;) {
    const next = readRow(db, ref, last.against)
    if (next === undefined || chain.some(({ version_id: id }) => id === next.version_id)) return null
    chain.push(next)
    last = next
  }
  try {
    const text = chain.reduceRight<string | null>((base, { packed }) => unpackText(packed, base), null)
    return text !== null && hashOf(text) === row.hash ? text : null
  } catch {
    return null
  }
}

function names(ref: DocRef): [string, string, string] {
  return [ref.kind, ref.slug, refId(ref)]
}
