import { FILE_COLUMNS } from '../fields/file/pending-file.ts'
import { dataFields, dataField } from './fields.ts'
import type { DataNode } from './fields.ts'
import type { Collection, TextareaField, TextField } from './schema-model.ts'

/** Fields that describe a file: list cells of uploads show them whatever the columns are. */
const UPLOAD_FIELDS = [...FILE_COLUMNS, 'alt']
const SHORT: ReadonlySet<DataNode['type']> = new Set([
  'text',
  'textarea',
  'email',
  'number',
  'checkbox',
  'date',
  'select',
  'radio',
  'relationship',
  'upload',
])

/**
 * The top-level fields that every list requests: all short ones, so that a change of columns needs no request, and
 * long ones that are the site's columns, title or search fields.
 */
export function alwaysListed(collection: Collection): Set<string> {
  const names = new Set<string>(['id'])
  if (collection.timestamps) for (const name of ['updatedAt', 'createdAt']) names.add(name)
  if (collection.versions?.drafts) names.add('_status')
  if (collection.trash) names.add('deletedAt')
  const nodes = dataFields(collection.fields)
  for (const { type, name } of nodes) if (SHORT.has(type)) names.add(name)
  const wanted = [
    collection.useAsTitle,
    ...(collection.defaultColumns ?? []),
    ...(collection.listSearchableFields ?? []),
    ...(collection.upload ? UPLOAD_FIELDS : []),
  ]
  for (const name of among(nodes, wanted)) names.add(name)
  return names
}

/** The top-level fields of these paths that a list has only on request. */
export function longFields(collection: Collection, paths: readonly string[]): string[] {
  const always = alwaysListed(collection)
  return [...among(dataFields(collection.fields), paths)].filter((name) => !always.has(name))
}

function among(nodes: readonly DataNode[], paths: readonly string[]): Set<string> {
  const there = new Set(nodes.map(({ name }) => name))
  return new Set(paths.map((path) => path.split('.')[0] ?? '').filter((name) => there.has(name)))
}

/**
 * The fields that a list's search looks at: the site's choice, or the title; for files also the alternative text, as
 * names seldom say what they show.
 */
export function searchedFields(collection: Collection): readonly string[] {
  const { listSearchableFields, useAsTitle } = collection
  const named = listSearchableFields?.length ? listSearchableFields : [useAsTitle]
  return [...new Set([...named, ...searchedAlt(collection)])]
}

/** The path of the alternative text; empty if there is none, or it is never shown, or no value of it is stored. */
export function searchedAlt(collection: Collection): readonly string[] {
  const field = altField(collection)
  const isAsked = field !== null && !field.disabled && !field.hidden && field.canSort
  return isAsked ? [field.name] : []
}

/** The field with a picture's alternative text, named `alt` by sites. Null: the collection has none. */
export function altField({ upload, fields }: Collection): TextField | TextareaField | null {
  if (upload === false) return null
  const field = dataField(fields, 'alt')
  if (field?.type === 'text') return field.hasMany ? null : field
  return field?.type === 'textarea' ? field : null
}
