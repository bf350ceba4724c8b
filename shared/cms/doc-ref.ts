import * as v from 'valibot'
import { pathName } from './addresses.ts'
import type { Collection } from './schema-model.ts'

/**
 * Names one document of the site; a global is one document without an id. `id` is always a string, and may be a
 * temporary id (see makeTempId).
 */
export const docRef = v.variant('kind', [
  v.object({ kind: v.literal('collection'), slug: pathName, id: pathName }),
  v.object({ kind: v.literal('global'), slug: pathName }),
])
export type DocRef = v.InferOutput<typeof docRef>

/** A document that a relationship or upload points at. */
export type RelatedRef = { slug: string; id: string }

/** The id column and key of a document: the id, or '' for a global. */
export function refId(ref: DocRef): string {
  return ref.kind === 'collection' ? ref.id : ''
}

/** The key of a document in maps and queries: `collection:posts:12`, `global:header:`. */
export function refKey(ref: DocRef): string {
  return `${ref.kind}:${ref.slug}:${refId(ref)}`
}

/** The document that a key from `refKey` names; null: the text is no such key. */
export function refOfKey(key: string): DocRef | null {
  const [, kind, slug, id] = /^([a-z]+):([^:]*):(.*)$/s.exec(key) ?? []
  const parsed = v.safeParse(docRef, kind === 'global' ? { kind, slug } : { kind, slug, id })
  return parsed.success ? parsed.output : null
}

export function sameRef(a: DocRef, b: DocRef): boolean {
  return refKey(a) === refKey(b)
}

export function makeRef(kind: 'collection' | 'global', slug: string, id: string): DocRef {
  return kind === 'collection' ? { kind, slug, id } : { kind, slug }
}

const PREFIX = 'tmp_'

/** A temporary id for a document made on this computer: `tmp_` and a uuid. It is unique for good (SY8). */
export function makeTempId(uuid: string): string {
  return `${PREFIX}${uuid}`
}

export function isTempId(id: string): boolean {
  return id.startsWith(PREFIX)
}

/** An id as the site has it, which may be a number; a temporary id is a text everywhere. */
export function siteId(
  collections: readonly Pick<Collection, 'slug' | 'idType'>[],
  { slug, id }: { slug: string; id: string },
): string | number {
  const isNumber = collections.find((one) => one.slug === slug)?.idType === 'number'
  return isNumber && !isTempId(id) ? Number(id) : id
}
