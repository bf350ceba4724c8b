import { createElement, useState, type ReactNode } from 'react'
import type { Field, PayloadRequest } from 'payload'
import { createClientFields } from 'payload'
import { expect, it } from 'vitest'
import { parseSiteConfig } from '../../../shared/cms/parse-config.ts'
import { pickLabel } from '../../../shared/cms/labels.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { jsonSafe } from '../../../server/plugin/json-safe.ts'
import { labelText } from '../../../server/plugin/endpoints/display-text.ts'

const t = (key: string) => `translated ${key}`
const i18n = { t, language: 'de', fallbackLanguage: 'en' } as unknown as PayloadRequest['i18n']

const Drawn = ({ name }: { name: string }): ReactNode => [
  name,
  createElement('i', { key: 1 }, ' by a component'),
]

it('S3.22 a label that is a function is called with t and i18n; a string is passed through, and of a React element the words that it draws', () => {
  const asked: unknown[] = []
  const label = (given: { t: unknown; i18n: unknown }) => {
    asked.push(given)
    return 'Made by a function'
  }
  expect(labelText(label, i18n)).toBe('Made by a function')
  expect(asked).toEqual([{ t, i18n }])
  expect(labelText((given) => given.t('general:email'), i18n)).toBe('translated general:email')
  expect(labelText(() => 'Plain', i18n)).toBe('Plain')

  // Payload's config for the admin, serialised, and parsed by the client.
  const words = createElement('b', null, 'Drawn ', createElement('i', null, 'in ', 2), ' parts')
  const labels = {
    made: label,
    plain: 'Plain',
    drawn: words,
    byFunction: () => words,
    component: createElement(Drawn, { name: 'Berth' }),
    // Without a browser it has no text, so the field's name is used.
    hooked: createElement(() => useState('By a hook')[0]),
    empty: createElement(() => null),
  }
  const fields = createClientFields({
    defaultIDType: 'number',
    disableAddingID: true,
    fields: Object.entries(labels).map(([name, one]): Field => {
      const field: Field = { name, type: 'text' }
      return Object.assign(field, { label: one })
    }),
    i18n,
    importMap: {},
  })
  const collection: unknown = JSON.parse(JSON.stringify(jsonSafe({ slug: 'things', fields })))
  const parsed = parseSiteConfig(fieldTypes, { config: { collections: [collection] } })
  const shown = parsed.ok
    ? (parsed.schema.collections[0]?.fields ?? []).map((field) => pickLabel(field.label, 'en'))
    : []
  expect(shown).toEqual([
    'Made by a function',
    'Plain',
    'Drawn in 2 parts',
    'Drawn in 2 parts',
    'Berth by a component',
    'Hooked',
    'Empty',
  ])
})
