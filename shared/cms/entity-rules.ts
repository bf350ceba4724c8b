import type { Collection, Global, SiteSchema, Field } from './schema-model.ts'
import { dataField } from './fields.ts'

/**
 * True if only Save creates a document, never autosave: a password is stored nowhere, and an id could be half typed
 * and would stay so.
 */
export function isCreatedBySave(entity: Collection | Global): boolean {
  return needsPassword(entity) || asksForId(entity)
}

/** True if documents are users who sign in with a password; such a document cannot be created without one. */
export function needsPassword(entity: Collection | Global): boolean {
  return entity.kind === 'collection' && entity.credentials?.password === true
}

/**
 * True if people type the ids of documents: the collection has a visible id field. A hidden one is filled by
 * programs, so Galley may make the id.
 */
export function asksForId({ kind, fields }: Pick<Collection | Global, 'kind' | 'fields'>): boolean {
  if (kind === 'global') return false
  const id = dataField(fields, 'id')
  return id !== null && (id.type === 'text' || id.type === 'number') && !id.hidden
}

/** True if each locale of a document has a status of its own. */
export function hasLocaleStatus(entity: Collection | Global | null): boolean {
  return entity?.versions?.localeStatus === true
}

/**
 * True if functions of the site decide about fields of a collection or global, so that the server has to be asked
 * about its forms. Blocks of the site may be used anywhere, so they always count.
 */
export function hasServerRules({ capabilities, serverRules }: SiteSchema, slug: string): boolean {
  return capabilities.formState && serverRules.some((root) => root === slug || root.startsWith('block:'))
}

const LOGIN_FIELDS: ReadonlySet<string> = new Set(['email', 'username'])

/** The fields by which a user is identified at login, and all others; each in the order of the form. */
export function splitLoginFields(fields: readonly Field[]): { login: Field[]; others: Field[] } {
  const isLogin = (field: Field): boolean =>
    'name' in field && field.name !== null && LOGIN_FIELDS.has(field.name)
  return { login: fields.filter(isLogin), others: fields.filter((field) => !isLogin(field)) }
}

/**
 * The collections that a rich text may refer to: enabled in the editor's feature, visible to the user and
 * allowed by the site; with files for an upload, without for a relationship (S6.05, S6.06). Empty: there is
 * nothing to offer (S6.07).
 */
export function linkableCollections(
  collections: readonly Collection[],
  enabled: readonly string[],
  kind: 'relationship' | 'upload',
): Collection[] {
  return collections.filter(
    ({ slug, hidden, inRichText, upload }) =>
      enabled.includes(slug) && !hidden && inRichText && (upload !== false) === (kind === 'upload'),
  )
}
