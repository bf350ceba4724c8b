import type { PayloadRequest } from 'payload'
import { expect, it } from 'vitest'
import { parseSiteConfig } from '../../../shared/cms/parse-config.ts'
import { pickLabel } from '../../../shared/cms/labels.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { labelText } from '../../../server/plugin/label-text.ts'

const t = (key: string) => `translated ${key}`
const i18n = { t, language: 'de', fallbackLanguage: 'en' } as unknown as PayloadRequest['i18n']

it('S3.22 (words; an element cannot leave the server) a label that is a function is called with t and i18n, and what it gives is the label', () => {
  const asked: unknown[] = []
  const label = (given: { t: unknown; i18n: unknown }) => {
    asked.push(given)
    return 'Made by a function'
  }
  expect(labelText(label, i18n)).toBe('Made by a function')
  expect(asked).toEqual([{ t, i18n }])
  expect(labelText((given) => given.t('general:email'), i18n)).toBe('translated general:email')
  expect(labelText(() => 'Plain', i18n)).toBe('Plain')

  // In the config that the client gets such a label has become its words; what is no text counts as none.
  const fields = [
    { name: 'made', type: 'text', label: 'Made by a function' },
    { name: 'drawn', type: 'text', label: { $$typeof: 'react.element', type: 'b', props: {} } },
  ]
  const parsed = parseSiteConfig(fieldTypes, { config: { collections: [{ slug: 'things', fields }] } })
  const labels = parsed.ok
    ? (parsed.schema.collections[0]?.fields ?? []).map((field) => pickLabel(field.label, 'en'))
    : []
  expect(labels[0]).toBe('Made by a function')
})
