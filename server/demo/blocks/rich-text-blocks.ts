import type { Block } from 'payload'

/** A boxed hint between paragraphs. */
export const noticeBlock: Block = {
  slug: 'notice',
  labels: { singular: { en: 'Notice', de: 'Hinweis' }, plural: { en: 'Notices', de: 'Hinweise' } },
  fields: [
    {
      name: 'tone',
      type: 'select',
      required: true,
      defaultValue: 'tip',
      options: [
        { label: { en: 'Tip', de: 'Tipp' }, value: 'tip' },
        { label: { en: 'Warning', de: 'Warnung' }, value: 'warning' },
      ],
    },
    { name: 'text', type: 'textarea', required: true },
  ],
}

/** A place named within a sentence. */
export const placeInline: Block = {
  slug: 'placeMention',
  labels: { singular: { en: 'Place', de: 'Ort' }, plural: { en: 'Places', de: 'Orte' } },
  fields: [{ name: 'place', type: 'relationship', relationTo: 'places', required: true }],
}

/** A price within a sentence, with the day it was checked. */
export const fareInline: Block = {
  slug: 'fare',
  labels: { singular: { en: 'Fare', de: 'Fahrpreis' }, plural: { en: 'Fares', de: 'Fahrpreise' } },
  fields: [
    { name: 'amount', type: 'number', required: true, min: 0 },
    { name: 'currency', type: 'select', options: ['SEK', 'NOK', 'EUR'], defaultValue: 'EUR' },
    { name: 'checkedOn', type: 'date', admin: { date: { pickerAppearance: 'dayOnly' } } },
  ],
}
