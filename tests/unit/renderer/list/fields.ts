import type { Collection, Field } from '../../../../shared/cms/schema-model.ts'
import * as plain from '../../shared/build-fields.ts'

/** Fields as a site has them: with labels, and with options in two languages. */
export const text = (name: string, extra: object = {}) => ({
  ...plain.text(name, { label: name[0]?.toUpperCase() + name.slice(1) }),
  ...extra,
})
export const textarea = (name: string) =>
  plain.textarea(name, { label: name[0]?.toUpperCase() + name.slice(1) })
export const checkbox = (name: string) => ({ ...plain.checkbox(name), label: 'Featured' })
export const date = (name: string) => plain.date(name, { label: 'Date' })
export const select = (name: string, hasMany: boolean) =>
  plain.select(name, [], {
    label: 'Season',
    hasMany,
    options: [
      { value: 'autumn', label: { en: 'Autumn', de: 'Herbst' } },
      { value: 'winter', label: 'Winter' },
    ],
  })
export const relation = (name: string, relationTo: string[], hasMany: boolean) =>
  plain.relation(name, { label: 'Authors', relationTo, polymorphic: relationTo.length > 1, hasMany })
export const array = (name: string, fields: Field[]) =>
  plain.array(name, fields, { label: 'Stops', labels: { singular: '', plural: '' } })
export const blocks = (name: string, slugs: string[]) =>
  plain.blocks(
    name,
    slugs.map((slug) => ({
      ...plain.block(slug, [text('heading')]),
      labels: { singular: slug.toUpperCase(), plural: slug },
    })),
    { label: 'Layout', labels: { singular: 'Block', plural: 'Blocks' } },
  )
export const richText = (name: string) => plain.richText(name, { label: 'Body' })
export const json = (name: string) => plain.json(name, { label: 'Body' })
export const join = (name: string) => plain.join(name, { label: 'Body' })
export const group = (name: string | null, fields: Field[]) => ({
  ...plain.group(name, fields),
  label: name === null ? null : 'SEO',
})

export const collection = (fields: Field[], extra: Partial<Collection> = {}): Collection =>
  plain.collection(fields, { limits: [5, 10, 25], ...extra })
