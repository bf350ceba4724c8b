import {
  ArrowUpDown,
  Archive,
  CircleCheck,
  FilePlus,
  History,
  PencilLine,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { dataField, isRows, rowFields, rowId } from '../../shared/cms/fields.ts'
import type { Field, LocalizedText, SiteSchema } from '../../shared/cms/schema-model.ts'
import { refId, type DocRef, isTempId } from '../../shared/cms/doc-ref.ts'
import type { FieldTypes, TextContext } from '../../shared/fields/field-type.ts'
import { valueType } from '../../shared/fields/field-type.ts'
import type { OutboxDocument } from '../../shared/ipc.ts'
import { isPlainObject, type Json } from '../../shared/json.ts'
import { publishes, unpublishes, type OutboxEntry } from '../../shared/sync/entry.ts'
import type { SentEntry } from '../../shared/sync/sent-entry.ts'
import { entryStateOf, WAITS_FOR_SITE, type WayOut } from '../../shared/sync/ways-out.ts'

export type EntryWords = {
  t: (key: string, vars?: Record<string, string | number>) => string
  label: (text: LocalizedText | null) => string
}

/** EntryWords, with the texts of field values of any type. */
export type TitleWords = EntryWords & Omit<TextContext, 'nameOf'> & { types: FieldTypes }

/** A move in the shape of an entry, for its texts and icon. */
export const MOVE = { mode: 'move', create: false, locale: null } as const

/** Returns the action of an entry or a move, in the words of the buttons that queued it. */
export function modeWords(entry: Pick<SentEntry, 'mode' | 'create' | 'locale'>, t: EntryWords['t']): string {
  if (entry.create)
    return t(
      entry.mode !== 'move' && publishes(entry.mode) ? 'galley:sync.createAndPublish' : 'general:create',
    )
  switch (entry.mode) {
    case 'save':
      return t('general:save')
    case 'draft':
      return t('version:saveDraft')
    case 'autosave':
      return t('version:autosave')
    case 'publish':
      return t('version:publishChanges')
    case 'publish-locale':
      return t('version:publishIn', { locale: entry.locale ?? '' })
    case 'unpublish':
      return t('version:unpublish')
    case 'unpublish-locale':
      return t('version:unpublishIn', { locale: entry.locale ?? '' })
    case 'delete':
      return t('general:delete')
    case 'restore':
      return t('galley:sync.restoreVersion')
    case 'move':
      return t('galley:list.order.move')
  }
}

/** Returns the reason that an entry was not sent, in a sentence or two. */
export function problemWords(
  entry: Pick<OutboxEntry, 'ref' | 'state' | 'problem'>,
  t: EntryWords['t'],
): string {
  const { problem } = entry
  if (problem?.code === 'locked' && problem.by !== undefined)
    return t('galley:lock.problem', { name: problem.by })
  const reason = entryStateOf(entry) === 'replaced' ? 'replaced' : (entry.problem?.code ?? 'rejected')
  return t(`galley:sync.problem.${reason}`)
}

/** Returns the number of tries and the time of the last one; empty before the first. */
export function triesWords(
  { attempts, updatedAt }: Pick<OutboxEntry, 'attempts' | 'updatedAt'>,
  { t, formatTime }: Pick<EntryWords, 't'> & { formatTime: (iso: string) => string },
): string {
  const time = formatTime(updatedAt)
  if (attempts === 1) return ` · ${t('galley:sync.tries', { time })}`
  return attempts > 1 ? ` · ${t('galley:sync.triesMany', { number: attempts, time })}` : ''
}

/** Returns the hint that the entry only has to wait; null if a person has to act, or if sending it fails. */
export function waitWords(
  entry: Pick<OutboxEntry, 'ref' | 'state' | 'problem'>,
  ways: readonly WayOut[],
  t: EntryWords['t'],
): string | null {
  const state = entryStateOf(entry)
  if (!ways.includes('wait')) return null
  if (WAITS_FOR_SITE.has(state)) return t('galley:sync.waitSchema')
  return state === 'failing' ? null : t('galley:sync.wait')
}

export function modeIcon(entry: Pick<SentEntry, 'mode' | 'create'>): LucideIcon {
  if (entry.create) return FilePlus
  if (entry.mode === 'move') return ArrowUpDown
  if (publishes(entry.mode)) return CircleCheck
  if (unpublishes(entry.mode)) return Archive
  if (entry.mode === 'restore') return History
  return entry.mode === 'delete' ? Trash2 : PencilLine
}

/** Returns the collection or global of a document; null if the schema lost it (SY13). */
export function entityOf(schema: SiteSchema, ref: DocRef) {
  return ref.kind === 'collection'
    ? (schema.collections.find((one) => one.slug === ref.slug) ?? null)
    : (schema.globals.find((one) => one.slug === ref.slug) ?? null)
}

/** Returns the label of the collection or global; its slug if the schema lost it. */
export function entityLabel(schema: SiteSchema, ref: DocRef, label: EntryWords['label']): string {
  const entity = entityOf(schema, ref)
  if (entity === null) return ref.slug
  return label('labels' in entity ? entity.labels.plural : entity.label) || ref.slug
}

/**
 * Returns the title of a document in the outbox: in the wanted locale, else in any, else the id, else `[Untitled]`.
 */
export function outboxTitle(
  document: Pick<OutboxDocument, 'ref' | 'title'>,
  schema: SiteSchema,
  locale: string | null,
  words: TitleWords,
): string {
  const { ref, title } = document
  if (ref.kind === 'global') return entityLabel(schema, ref, words.label)
  const collection = schema.collections.find((one) => one.slug === ref.slug)
  const field = collection === undefined ? null : dataField(collection.fields, collection.useAsTitle)
  const fallback = schema.localization?.defaultLocale
  const candidates = isPlainObject(title)
    ? [locale, fallback].map((code) => (code == null ? null : title[code])).concat(Object.values(title))
    : [title]
  for (const one of candidates)
    if (typeof one === 'number' || (typeof one === 'string' && one !== ''))
      return field === null || field.type === 'nested'
        ? String(one)
        : valueType(words.types, field).text(field, one, { ...words, nameOf: (_slug, id) => id })
  const id = refId(ref)
  return isTempId(id) || id === '' ? `[${words.t('general:untitled')}]` : id
}

/**
 * Returns the path of a change as labels: `Title`, `SEO / Title`, `Layout 02 / Heading`. `data` (the document, all
 * locales or one) gives a row's number and block; without it a row has only its list's label.
 */
export function pathLabel(fields: Field[], path: string, words: EntryWords, data: Json = null): string {
  const parts: string[] = []
  const segments = path.split('.')
  let level: Field[] | null = fields
  let at: Json = data
  for (let index = 0; index < segments.length && level !== null; index += 1) {
    const node = dataField(level, segments[index] ?? '')
    if (node === null) break
    const name = words.label(node.label) || node.name
    const value = valuesOf(isPlainObject(at) ? (at[node.name] ?? null) : null)
    if (!isRows(node)) {
      parts.push(name)
      level = node.type === 'nested' ? node.fields : null
      at = value.find((one) => isPlainObject(one)) ?? null
      continue
    }
    const id = segments[index + 1]
    const rows = value.find((one) => Array.isArray(one) && one.some((row) => rowId(row) === id))
    const position = Array.isArray(rows) ? rows.findIndex((row) => rowId(row) === id) : -1
    parts.push(position < 0 ? name : `${name} ${String(position + 1).padStart(2, '0')}`)
    const row = Array.isArray(rows) ? rows[position] : undefined
    level = isPlainObject(row) ? rowFields(node, row) : null
    at = row ?? null
    index += 1
  }
  return parts.length > 0 ? parts.join(' / ') : path
}

/** Returns the value, and its parts in case it is one value per locale. */
function valuesOf(value: Json): Json[] {
  return isPlainObject(value) ? [...Object.values(value), value] : [value]
}

/** Returns the labels of the fields that an entry changes, each once, in the order of the changes. */
export function changedFields(entry: OutboxEntry, schema: SiteSchema, words: EntryWords): string[] {
  const fields = entityOf(schema, entry.ref)?.fields
  return [
    ...new Set(
      entry.changes.map(({ path }) => (fields === undefined ? path : pathLabel(fields, path, words))),
    ),
  ]
}
