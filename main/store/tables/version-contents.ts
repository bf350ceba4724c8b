import * as v from 'valibot'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { versionRow, type KeptVersion, type VersionRow } from '../../../shared/ipc.ts'
import { hashOf, packText, unpackText } from '../versions/packed-text.ts'
import type { StoreApi } from '../store-api.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'
import { storable } from './credentials.ts'
import { resolveRef } from './ids.ts'
import { all, one, parseJson, parseObject, run, type Db } from './sql.ts'

type Row = {
  version_id: string
  updated_at: string
  row: string
  against: string | null
  packed: Buffer
  hash: string
}

/**
 * Most differences that are applied to read a version; then one is stored whole. It limits the time to read
 * an old version, and the number of versions lost with a damaged one.
 */
const MOST_LINKS = 20

/** The key of the rows of a document: kind, slug and id. Deleted documents have a kind of their own. */
type Owner = readonly [kind: string, slug: string, id: string]
const DELETED = 'deleted'
const ownerOf = (ref: DocRef): Owner => [ref.kind, ref.slug, refId(ref)]
const deletedOwner = (ref: DocRef): Owner => [DELETED, ref.slug, refId(ref)]

const COLUMNS = 'version_id, updated_at, row, against, packed, hash'
const OF_DOCUMENT = 'kind = ? AND slug = ? AND id = ?'

/** See StoreApi.versionContent. */
export function versionContent(
  { db }: ReadContext,
  { ref, versionId, deleted }: Parameters<StoreApi['versionContent']>[0],
): KeptVersion | null {
  const asked = resolveRef(db, ref)
  const of = deleted ? deletedOwner(asked) : ownerOf(asked)
  const row = readRow(db, of, versionId)
  const text = row ? textOf(db, of, row) : null
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
  const of = ownerOf(ref)
  const text = JSON.stringify(ref.kind === 'collection' ? storable(site.collection(ref.slug), data) : data)
  const known = readRow(db, of, version.id)
  if (known?.hash === hashOf(text) && textOf(db, of, known) !== null) {
    run(
      db,
      `UPDATE version_contents SET row = ?, kept_at = ? WHERE ${OF_DOCUMENT} AND version_id = ?`,
      JSON.stringify(version),
      now(),
      ...of,
      version.id,
    )
    return
  }
  if (known) deleteContent(db, of, known)
  const newer = neighbour(db, of, version, 'newer')
  const links = newer ? (chainOf(db, of, newer)?.length ?? 0) : 0
  const base = newer && links <= MOST_LINKS ? textOf(db, of, newer) : null
  db.prepare(
    `INSERT INTO version_contents (kind, slug, id, ${COLUMNS}, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...of,
    version.id,
    version.updatedAt,
    JSON.stringify(version),
    newer && base !== null ? newer.version_id : null,
    packText(text, base),
    hashOf(text),
    now(),
  )
  const older = neighbour(db, of, version, 'older')
  if (older?.against !== null) return
  const longest = (base === null ? 0 : links) + 1 + linksBelow(db, of, older)
  const olderText = longest <= MOST_LINKS ? textOf(db, of, older) : null
  if (olderText !== null) writePacked(db, of, older, { id: version.id, text }, olderText)
}

/** See StoreApi.forgetVersionContent. */
export function forgetVersionContent(
  { db }: StoreContext,
  { ref: asked, versionId }: Parameters<StoreApi['forgetVersionContent']>[0],
): void {
  const of = ownerOf(resolveRef(db, asked))
  const row = readRow(db, of, versionId)
  if (row) deleteContent(db, of, row)
}

/**
 * Keeps the last state and the versions of a document that its user deletes, until the deletion leaves the history.
 * Its id may be another document's by then.
 */
export function keepDeleted(context: StoreContext, ref: DocRef, last: KeptVersion): void {
  const { db } = context
  putVersionContent(context, { ref, ...last })
  run(db, `DELETE FROM version_contents WHERE ${OF_DOCUMENT}`, ...deletedOwner(ref))
  run(db, `UPDATE version_contents SET kind = ? WHERE ${OF_DOCUMENT}`, DELETED, ...ownerOf(ref))
  run(
    db,
    `DELETE FROM version_contents WHERE kind = ? AND NOT EXISTS
       (SELECT 1 FROM sent_entries s WHERE s.mode = 'delete' AND s.kind = 'collection'
          AND s.slug = version_contents.slug AND s.id = version_contents.id)`,
    DELETED,
  )
}

/** The stored versions of a document that was deleted on this computer, newest first. */
export function deletedVersions(
  { db }: ReadContext,
  { ref }: Parameters<StoreApi['deletedVersions']>[0],
): VersionRow[] {
  const sql = `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} ORDER BY updated_at DESC, version_id DESC`
  return all<Row>(db, sql, ...deletedOwner(resolveRef(db, ref))).flatMap((row) => readVersionRow(row) ?? [])
}

/** Removes all that is stored of documents that were deleted on this computer. */
export function forgetDeleted(db: Db): void {
  run(db, 'DELETE FROM version_contents WHERE kind = ?', DELETED)
}

/** Size of all stored contents, in bytes. */
export function contentBytes(db: Db): number {
  const sql = 'SELECT sum(octet_length(packed)) AS bytes FROM version_contents'
  return one<{ bytes: number | null }>(db, sql)?.bytes ?? 0
}

/**
 * Removes contents of versions, those of documents that were stored longest ago first; returns the freed
 * bytes.
 */
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

/** Removes one content. A content stored as a difference to it is stored in another way, or removed if damaged. */
function deleteContent(db: Db, of: Owner, row: Row): void {
  const newer = row.against === null ? null : readRow(db, of, row.against)
  const base = newer ? textOf(db, of, newer) : null
  const hanging = all<Row>(
    db,
    `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} AND against = ?`,
    ...of,
    row.version_id,
  )
  for (const other of hanging) {
    const text = textOf(db, of, other)
    if (text === null) deleteContent(db, of, other)
    else
      writePacked(db, of, other, newer && base !== null ? { id: newer.version_id, text: base } : null, text)
  }
  run(db, `DELETE FROM version_contents WHERE ${OF_DOCUMENT} AND version_id = ?`, ...of, row.version_id)
}

function writePacked(
  db: Db,
  of: Owner,
  row: Row,
  base: { id: string; text: string } | null,
  text: string,
): void {
  db.prepare(
    `UPDATE version_contents SET against = ?, packed = ? WHERE ${OF_DOCUMENT} AND version_id = ?`,
  ).run(base?.id ?? null, packText(text, base?.text ?? null), ...of, row.version_id)
}

function readRow(db: Db, of: Owner, versionId: string): Row | undefined {
  const sql = `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} AND version_id = ?`
  return one<Row>(db, sql, ...of, versionId)
}

function neighbour(
  db: Db,
  of: Owner,
  { id, updatedAt }: VersionRow,
  which: 'newer' | 'older',
): Row | undefined {
  const [than, order] = which === 'newer' ? ['>', 'ASC'] : ['<', 'DESC']
  return one<Row>(
    db,
    `SELECT ${COLUMNS} FROM version_contents WHERE ${OF_DOCUMENT} AND (updated_at, version_id) ${than} (?, ?)
     ORDER BY updated_at ${order}, version_id ${order} LIMIT 1`,
    ...of,
    updatedAt,
    id,
  )
}

/** A row and the rows it is a difference to, down to a whole one; null if one is missing. */
function chainOf(db: Db, of: Owner, row: Row): Row[] | null {
  const chain = [row]
  for (let last = row; last.against !== null;) {
    const next = readRow(db, of, last.against)
    if (next === undefined || chain.some(({ version_id: id }) => id === next.version_id)) return null
    chain.push(next)
    last = next
  }
  return chain
}

/** The longest chain of rows that are differences to this one. */
function linksBelow(db: Db, of: Owner, { version_id: id }: Row): number {
  const sql = `SELECT version_id, against FROM version_contents WHERE ${OF_DOCUMENT} AND against IS NOT NULL`
  const hanging = all<{ version_id: string; against: string }>(db, sql, ...of)
  let links = 0
  // Damaged rows may form a cycle.
  for (let last = new Set([id]); links <= MOST_LINKS; links += 1) {
    const next = hanging.filter(({ against }) => last.has(against))
    if (next.length === 0) break
    last = new Set(next.map(({ version_id: hangs }) => hangs))
  }
  return links
}

/** The text of a row, through the rows it is a difference to; null if one is missing or damaged. */
function textOf(db: Db, of: Owner, row: Row): string | null {
  const chain = chainOf(db, of, row)
  if (chain === null) return null
  try {
    const text = chain.reduceRight<string | null>((base, { packed }) => unpackText(packed, base), null)
    return text !== null && hashOf(text) === row.hash ? text : null
  } catch {
    return null
  }
}
