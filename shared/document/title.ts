import type { DocRef } from '../cms/doc-ref.ts'
import { refId, isTempId } from '../cms/doc-ref.ts'
import { dataField } from '../cms/fields.ts'
import { pickLabel } from '../cms/labels.ts'
import type { Collection } from '../cms/schema-model.ts'
import type { FieldTypes, TextContext } from '../fields/field-type.ts'
import { valueType } from '../fields/field-type.ts'
import { haveFile } from '../fields/file/pending-file.ts'
import { fileName } from '../fields/file/server-file.ts'
import { firstLine, plainText } from '../fields/value-rules.ts'
import type { Json, JsonObject } from '../json.ts'
import { getValue } from './path.ts'

export type TitleInput = {
  collection: Collection
  /** The document in all locales. */
  data: JsonObject
  locale: string | null
  ref: DocRef
  /** False: a document without title is not named by its id. */
  orId?: boolean
  /** The name of a document without title and id: `[Untitled]` in the user's language. */
  untitled: string
  /** Locales to try in order, if this one has no title. */
  fallbacks?: readonly string[]
  /** Formats values as text. */
  words: Omit<TextContext, 'nameOf'>
}

/** Formats values as they are stored, options in English: for output that is no screen. */
export const asStored: Omit<TextContext, 'nameOf'> = {
  label: (text) => pickLabel(text, 'en'),
  formatDate: (iso) => iso,
  formatNumber: String,
}

/** The title of a document: its useAsTitle value, else its id unless `orId` is false, else `untitled` (S2.36, S3.24). */
export function documentTitle(types: FieldTypes, input: TitleInput): string {
  const { collection, data, locale, ref, untitled, fallbacks = [], orId = true } = input
  const id = refId(ref)
  const named = isTempId(id) ? '' : id
  if (collection.useAsTitle === 'id') return named || untitled
  if (collection.useAsTitle === 'filename' && haveFile(collection.fields)) {
    const name = fileName(data)
    if (name !== '') return name
  }
  for (const code of [locale, ...fallbacks]) {
    const text = titleText(types, input, getValue(collection.fields, data, collection.useAsTitle, code))
    if (text !== '') return text
  }
  return (orId ? named : '') || untitled
}

/** The title as one line; of rich text the first node. Related documents are named by their ids. */
function titleText(types: FieldTypes, { collection, data, locale, words }: TitleInput, value: Json): string {
  const field = dataField(collection.fields, collection.useAsTitle)
  const text =
    field === null || field.type === 'nested'
      ? plainText(value)
      : valueType(types, field).text(field, value, {
          ...words,
          nameOf: (_slug, id) => id,
          beside: (name) => getValue(collection.fields, data, name, locale),
        })
  return firstLine(text)
}
