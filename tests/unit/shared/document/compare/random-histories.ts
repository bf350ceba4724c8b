import fc from 'fast-check'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import type { Field } from '../../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import {
  array,
  block,
  blocks,
  checkbox,
  code,
  date,
  email,
  group,
  json,
  locales,
  number,
  point,
  radio,
  relation,
  richText,
  select,
  tab,
  tabs,
  text,
  textarea,
  upload,
} from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { Dice, dice, randomChanges, randomDocument, type RandomLeaf } from '../../random-documents.ts'

/** A field of each type with a value of its own, localized or not. */
const eachType = (localized: boolean): Field[] => [
  text('text', { localized }),
  text('texts', { localized, hasMany: true }),
  textarea('textarea', { localized }),
  email('email', { localized }),
  code('code', { localized }),
  json('json', { localized }),
  number('number', { localized }),
  { ...checkbox('checkbox'), localized },
  date('date', { localized }),
  select('select', ['a', 'b', 'c'], { localized }),
  select('selects', ['a', 'b', 'c'], { localized, hasMany: true }),
  radio('radio', ['a', 'b'], { localized }),
  point('point', { localized }),
  relation('relation', { localized }),
  relation('relations', { localized, hasMany: true, polymorphic: true, relationTo: ['posts', 'pages'] }),
  upload('upload', { localized }),
  richText('richText', { localized }),
]
const everyType: Field[] = [
  ...eachType(false),
  tabs(tab('perLocale', eachType(true)), tab(null, [group('inLocale', eachType(false), true)])),
  array('rows', eachType(true)),
  blocks('layout', [block('plain', eachType(false)), block('deep', [array('inner', eachType(true))])]),
  blocks('own', [block('plain', eachType(false))], { localized: true }),
]

const typedLeaf: RandomLeaf = (node, roll): Json => {
  if (node.type === 'array' || node.type === 'blocks' || node.type === 'nested') return null
  const one = roll.below(7)
  switch (node.type) {
    case 'number':
      return one
    case 'checkbox':
      return one % 2 === 0
    case 'date':
      return `2024-01-0${1 + one}T10:00:00.000Z`
    case 'select':
      return node.hasMany ? ['a', 'b', 'c'].slice(one % 3) : one % 2 === 0 ? 'a' : 'gone'
    case 'radio':
      return one % 2 === 0 ? 'a' : 'b'
    case 'point':
      return [one, 7 - one]
    case 'json':
      return one === 0 ? [1, { x: null }] : { a: one, b: { c: [one % 2] } }
    case 'relationship':
      return node.hasMany ? [{ relationTo: one % 2 === 0 ? 'posts' : 'pages', value: one }] : 1 + one
    case 'upload':
      return 1 + one
    case 'richText':
      return { root: { type: 'root', children: [{ type: 'paragraph', children: [{ text: roll.word() }] }] } }
    default:
      return 'hasMany' in node && node.hasMany ? [roll.word(), 'x'] : `${roll.word()} 👩‍🚀 ${one}`
  }
}

/** A schema, and versions of one document: each made of the one before by edits in all locales. */
export type History = { fields: Field[]; versions: JsonObject[] }
const ofGenerated = fc
  .tuple(generated, dice, dice)
  .map(([{ fields, base }, ...edits]): History => ({ fields, versions: grow(fields, base, edits) }))
const ofEveryType = fc.tuple(dice, dice, dice).map(([content, ...edits]): History => {
  const base = randomDocument(everyType, new Dice(content, 'r'), typedLeaf)
  return { fields: everyType, versions: grow(everyType, base, edits, typedLeaf) }
})
export const history = fc.oneof(ofGenerated, ofEveryType)

function grow(
  fields: Field[],
  base: JsonObject,
  edits: readonly number[][],
  leaf?: RandomLeaf,
): JsonObject[] {
  const versions = [base]
  edits.forEach((numbers, at) => {
    const last = versions.at(-1) ?? {}
    const roll = new Dice(numbers, `e${at}`)
    versions.push(
      applyChanges(
        fields,
        last,
        randomChanges(fields, last, locales, roll, { most: 12, ...(leaf && { leaf }) }),
      ),
    )
  })
  return versions
}
