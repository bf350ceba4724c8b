import type { Field, GroupField, TextField } from 'payload'
import { fieldForWriter } from './access.ts'

/** Turns a title into the address part: lower case, ASCII, words joined by a hyphen. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The slug of a document: unique, in the sidebar, filled from `source` if it is left empty. */
export function slugField(source: string): TextField {
  return {
    name: 'slug',
    type: 'text',
    label: { en: 'Slug', de: 'Adresse', ar: 'المعرّف' },
    required: true,
    unique: true,
    index: true,
    access: { create: fieldForWriter, update: fieldForWriter },
    admin: { position: 'sidebar' },
    hooks: {
      beforeValidate: [
        ({ value, data }) => {
          const title: unknown = data?.[source]
          if (typeof value === 'string' && value !== '') return value
          return typeof title === 'string' && title !== '' ? slugify(title) : value
        },
      ],
    },
  }
}

/** A link to a page of this site or to an address elsewhere, one shape for every button and menu. */
export function linkGroup(name: string, label: GroupField['label']): GroupField {
  const fields: Field[] = [
    {
      type: 'row',
      fields: [
        { name: 'label', type: 'text', localized: true, admin: { width: '50%' } },
        {
          name: 'kind',
          type: 'radio',
          defaultValue: 'internal',
          options: [
            { label: { en: 'Page', de: 'Seite' }, value: 'internal' },
            { label: { en: 'Web address', de: 'Webadresse' }, value: 'external' },
          ],
          admin: { layout: 'horizontal', width: '50%' },
        },
      ],
    },
    {
      name: 'page',
      type: 'relationship',
      relationTo: ['pages', 'posts'],
      admin: { condition: (_, siblings) => siblings?.['kind'] !== 'external' },
    },
    {
      name: 'url',
      type: 'text',
      label: 'URL',
      admin: { condition: (_, siblings) => siblings?.['kind'] === 'external' },
    },
    { name: 'newTab', type: 'checkbox', label: { en: 'Open in new tab', de: 'In neuem Tab öffnen' } },
  ]
  return { name, type: 'group', ...(label === undefined ? {} : { label }), fields }
}
