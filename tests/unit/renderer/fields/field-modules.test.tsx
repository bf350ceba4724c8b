import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import { comparedBy, diffText } from '../../../../renderer/fields/diff-text.ts'
import { FieldCell } from '../../../../renderer/fields/cell-text.tsx'
import { readableValue } from '../../../../renderer/fields/not-editable/readable-values.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { dataFields } from '../../../../shared/cms/fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { isPlainJson, own, type Json } from '../../../../shared/json.ts'
import { site } from '../../store/support/site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

afterEach(cleanup)

const parsed = parseSiteConfig(fieldTypes, {
  config: {
    collections: [
      {
        slug: 'things',
        fields: Object.entries(fieldTypes).flatMap(([type, { kind }]) =>
          kind === 'value'
            ? [
                {
                  type,
                  name: `of_${type}`,
                  options: ['a'],
                  relationTo: 'posts',
                  fields: [{ type: 'text', name: 'title' }],
                  blocks: [{ slug: 'hero', fields: [{ type: 'text', name: 'title' }] }],
                },
              ]
            : [],
        ),
      },
    ],
  },
})
const fields = dataFields((parsed.ok && parsed.schema.collections[0]?.fields) || []).flatMap((field) =>
  field.type === 'nested' || !field.name.startsWith('of_') ? [] : [field],
)

/** Values of different types. */
const values: Json[] = [
  'words',
  7,
  true,
  [7, 'a', null],
  [{ id: '1', blockType: 'hero', title: 'First light' }, { blockType: 'gone' }, 'odd'],
  { relationTo: 'pages', value: 8 },
  { root: { children: [{ type: 'paragraph', children: [{ text: 'x' }] }] } },
  { root: 'odd' },
  '2026-01-02T10:00:00.000Z',
]

/** Types that compare any two values, and have no conflict choice of their own. */
const SHOWS_DIFF: ReadonlySet<string> = new Set(['code', 'json', 'relationship', 'upload'])

it('every type of field with a value is looked at', () => {
  expect(fields.map(({ type }) => type).toSorted()).toEqual(
    Object.entries(fieldTypes)
      .flatMap(([type, { kind }]) => (kind === 'value' ? [type] : []))
      .toSorted(),
  )
})

describe.each(fields.map((field) => [field.type, field] as const))('%s', (_type, field) => {
  const context = valueContext()

  it('says any value in a list, in a change and where it can only be read', () => {
    for (const value of values) {
      render(<FieldCell field={field} value={value} context={context} />)
      expect(diffText(field, value, context)).toMatch(/\S/)
      expect(readableValue(field, value, context).kind).toMatch(/./)
    }
  })

  it('says nothing of an empty value in a change', () => {
    for (const value of [null, '', []]) {
      expect(diffText(field, value, context)).toBe(null)
      expect(readableValue(field, value, context)).toEqual({ kind: 'empty' })
    }
  })
  it('shows any two values that it compares beside each other, and lets a person choose between them', async () => {
    const pairs = [...values, null].flatMap((a) => [...values, null].map((b) => [a, b] as const))
    for (const [a, b] of pairs) {
      const diff = comparedBy('Diff', context.modules, field, a, b)
      if (diff !== null) {
        await renderInEnglish(
          <SchemaProvider value={site}>
            <diff.Part field={diff.field} before={a} after={b} context={context} />
          </SchemaProvider>,
        )
      }
      const choice = comparedBy('Conflict', context.modules, field, a, b)
      const conflict = { path: field.name, locale: null, base: null, mine: a, theirs: b }
      if (choice !== null) {
        await renderInEnglish(
          <choice.Part
            field={choice.field}
            conflict={conflict}
            label={field.name}
            canTakeBoth={false}
            chosen={undefined}
            onChoose={() => undefined}
            times={{ mine: null, theirs: null }}
            context={context}
          />,
        )
      }
      // Values that the type cannot compare are shown as texts.
      const isRichText = field.type === 'richText' && isText(a) && isText(b) && (a ?? b) !== null
      expect([diff === null, choice === null]).toEqual([
        !isRichText && !SHOWS_DIFF.has(field.type),
        !isRichText,
      ])
      cleanup()
    }
  })
})

it('what the schema does not have is compared by no type', () => {
  const { modules } = valueContext()
  const text = { root: { children: [] } }
  expect(comparedBy('Diff', modules, null, text, text)).toBeNull()
})

/** True for a rich text or null. */
function isText(value: Json): boolean {
  return value === null || (isPlainJson(value) && isPlainJson(own(value, 'root')))
}
