import type { DocRef } from '../cms/doc-ref.ts'
import { refId } from '../cms/doc-ref.ts'
import { dataField } from '../cms/fields.ts'
import type { Collection } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { isTempId } from '../sync/temp-id.ts'
import { getValue } from './path.ts'

export type TitleInput = {
  collection: Collection
  /** All locales. */
  data: JsonObject
  locale: string | null
  ref: DocRef
  /** What a document without title and id is called: `[Untitled]` in the language of the screen. */
  untitled: string
  /** Used where the locale has no title. */
  fallbackLocale?: string | null
  /** Turns an ISO date into text, for date fields that are titles. */
  formatDate?: (iso: string) => string
}

/** The title of a document: its useAsTitle value, else its id, else `untitled` (S2.36, S3.24). */
export function documentTitle(input: TitleInput): string {
  const { collection, data, locale, ref, untitled, fallbackLocale } = input
  const id = refId(ref)
  const named = isTempId(id) ? '' : id
  if (collection.useAsTitle === 'id') return named || untitled
  const locales = fallbackLocale === undefined ? [locale] : [locale, fallbackLocale]
  for (const code of locales) {
    const text = titleText(input, getValue(collection.fields, data, collection.useAsTitle, code))
    if (text !== '') return text
  }
  return named || untitled
}

function titleText({ collection, formatDate }: TitleInput, value: Json): string {
  const type = dataField(collection.fields, collection.useAsTitle)?.type
  if (
    type === 'date' &&
    typeof value === 'string' &&
    formatDate !== undefined &&
    !Number.isNaN(Date.parse(value))
  ) {
    return formatDate(value)
  }
  if (type === 'richText') return firstText(value)
  return plainText(value)
}

function plainText(value: Json): string {
  if (Array.isArray(value))
    return value
      .map(plainText)
      .filter((text) => text !== '')
      .join(', ')
  if (isPlainJson(value)) return plainText(own(value, 'value') ?? own(value, 'id') ?? null)
  return value === null ? '' : String(value).trim() === '' ? '' : String(value)
}

/** The text of the first node of rich text. */
function firstText(value: Json): string {
  const root = isPlainJson(value) ? own(value, 'root') : null
  const children = isPlainJson(root) ? own(root, 'children') : null
  const [first] = Array.isArray(children) ? children : []
  return first === undefined ? '' : textOf(first).trim()
}

function textOf(node: Json): string {
  if (!isPlainJson(node)) return ''
  const text = own(node, 'text')
  const children = own(node, 'children')
  return (
    (typeof text === 'string' ? text : '') + (Array.isArray(children) ? children.map(textOf).join('') : '')
  )
}
