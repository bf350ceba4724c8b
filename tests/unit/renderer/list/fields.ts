import type { Collection, Field } from '../../../../shared/cms/schema-model.ts'

const base = {
  label: null,
  description: null,
  hidden: false,
  disabled: false,
  readOnly: false,
  width: null,
  position: 'main' as const,
  hasCondition: false,
  required: false,
  localized: false,
  placeholder: null,
  defaultValue: null,
}
const labels = { singular: 'Row', plural: 'Rows' }
const rows = { ...base, labels: { singular: '', plural: '' }, minRows: null, maxRows: null }

export const text = (name: string, extra: object = {}) => ({
  ...base,
  name,
  label: name[0]?.toUpperCase() + name.slice(1),
  type: 'text' as const,
  hasMany: false,
  minLength: null,
  maxLength: null,
  minRows: null,
  maxRows: null,
  ...extra,
})
export const textarea = (name: string) => ({ ...text(name), type: 'textarea' as const })
export const checkbox = (name: string) => ({ ...base, name, label: 'Featured', type: 'checkbox' as const })
export const date = (name: string) => ({
  ...base,
  name,
  label: 'Date',
  type: 'date' as const,
  appearance: 'dayAndTime' as const,
  displayFormat: null,
  timezone: false,
})
export const select = (name: string, hasMany: boolean) => ({
  ...base,
  name,
  label: 'Season',
  type: 'select' as const,
  hasMany,
  isClearable: true,
  options: [
    { value: 'autumn', label: { en: 'Autumn', de: 'Herbst' } },
    { value: 'winter', label: 'Winter' },
  ],
})
export const relation = (name: string, relationTo: string[], hasMany: boolean) => ({
  ...base,
  name,
  label: 'Authors',
  type: 'relationship' as const,
  relationTo,
  polymorphic: relationTo.length > 1,
  hasMany,
})
export const array = (name: string, fields: Field[]) => ({
  ...rows,
  name,
  label: 'Stops',
  type: 'array' as const,
  fields,
})
export const blocks = (name: string, slugs: string[]) => ({
  ...rows,
  name,
  label: 'Layout',
  labels: { singular: 'Block', plural: 'Blocks' },
  type: 'blocks' as const,
  blocks: slugs.map((slug) => ({
    slug,
    labels: { singular: slug.toUpperCase(), plural: slug },
    fields: [text('heading')] as Field[],
  })),
})
export const opaque = (name: string, type: 'richText' | 'json' | 'join') => ({
  ...base,
  name,
  label: 'Body',
  type,
  rawType: type,
})
export const group = (name: string | null, fields: Field[]) => ({
  ...base,
  name,
  label: name === null ? null : 'SEO',
  type: 'group' as const,
  localized: false,
  fields,
})

export function collection(fields: Field[], extra: Partial<Collection> = {}): Collection {
  return {
    kind: 'collection',
    slug: 'posts',
    labels: { ...labels, singular: 'Post', plural: 'Posts' },
    fields,
    group: null,
    hidden: false,
    versions: { drafts: true, autosaveInterval: 2000, max: null },
    description: null,
    useAsTitle: 'title',
    defaultColumns: null,
    listSearchableFields: null,
    defaultSort: null,
    defaultLimit: 10,
    limits: [5, 10, 25],
    timestamps: true,
    upload: false,
    auth: false,
    loginWithUsername: null,
    trash: false,
    folders: false,
    idType: 'number',
    ...extra,
  }
}
