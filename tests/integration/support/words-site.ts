/*
 * A site with every option by which Payload's fields refuse or change a value, in many combinations, started as the demo
 * CMS is (startCms with `script`). `some` may be left empty, `all` may not.
 */
import type { Block, CollectionConfig, Field } from 'payload'
import { access, makeEditor, serveSite } from './serve-site.ts'

const inner: Field[] = [
  { name: 'words', type: 'text', maxLength: 4 },
  { name: 'amount', type: 'number', min: 1 },
]
const block = (slug: string): Block => ({ slug, fields: inner })

/** Each option alone, and together with those that it goes with. */
const fields: Field[] = [
  { name: 'text', type: 'text' },
  { name: 'textShort', type: 'text', maxLength: 4 },
  { name: 'textLong', type: 'text', minLength: 3 },
  { name: 'textNone', type: 'text', minLength: 0, maxLength: 0 },
  { name: 'textMany', type: 'text', hasMany: true },
  { name: 'textFew', type: 'text', hasMany: true, minRows: 2, maxRows: 3, minLength: 2, maxLength: 4 },
  { name: 'textDefault', type: 'text', defaultValue: 'ab', maxLength: 4 },
  { name: 'area', type: 'textarea' },
  { name: 'areaShort', type: 'textarea', minLength: 2, maxLength: 4 },
  { name: 'email', type: 'email' },
  { name: 'code', type: 'code' },
  { name: 'codeShort', type: 'code', minLength: 2, maxLength: 4 },
  { name: 'number', type: 'number' },
  { name: 'numberSmall', type: 'number', min: -2, max: 3 },
  { name: 'numberZero', type: 'number', min: 0 },
  { name: 'numberTop', type: 'number', max: 0 },
  { name: 'numberMany', type: 'number', hasMany: true },
  { name: 'numberFew', type: 'number', hasMany: true, minRows: 2, maxRows: 3, min: 0, max: 9 },
  { name: 'check', type: 'checkbox' },
  { name: 'date', type: 'date' },
  { name: 'select', type: 'select', options: ['a', 'b', 'c'] },
  { name: 'selectMany', type: 'select', hasMany: true, options: ['a', 'b', 'c'] },
  { name: 'radio', type: 'radio', options: ['a', 'b'] },
  { name: 'point', type: 'point' },
  { name: 'json', type: 'json' },
  {
    name: 'jsonShape',
    type: 'json',
    jsonSchema: {
      uri: 'a://b/words.json',
      fileMatch: ['a://b/words.json'],
      schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    },
  },
  { name: 'rows', type: 'array', fields: inner },
  { name: 'rowsFew', type: 'array', minRows: 1, maxRows: 2, fields: inner },
  { name: 'blocks', type: 'blocks', blocks: [block('one'), block('two')] },
  { name: 'blocksFew', type: 'blocks', minRows: 2, maxRows: 2, blocks: [block('three')] },
  { name: 'group', type: 'group', fields: inner },
  { type: 'row', fields: [{ name: 'inRow', type: 'text', maxLength: 4 }] },
  {
    type: 'tabs',
    tabs: [
      { name: 'tab', fields: inner },
      { label: 'Plain', fields: [{ name: 'inTab', type: 'number', max: 5 }] },
    ],
  },
]

/** A level of fields that may not be empty. */
function required(all: readonly Field[]): Field[] {
  return all.map((field): Field => {
    if (field.type === 'tabs')
      return { ...field, tabs: field.tabs.map((tab) => ({ ...tab, fields: required(tab.fields) })) }
    if (field.type === 'row' || field.type === 'group') return { ...field, fields: required(field.fields) }
    if (field.type === 'ui' || field.type === 'join' || field.type === 'collapsible') return field
    return { ...field, required: true }
  })
}

const collection = (slug: string, own: Field[]): CollectionConfig => ({ slug, access, fields: own })

await serveSite({
  collections: [
    collection('some', fields),
    collection('all', required(fields)),
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: makeEditor,
})
