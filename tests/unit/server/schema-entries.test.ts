import { describe, expect, it } from 'vitest'
import type { Block, Field, RichTextField, SanitizedConfig } from 'payload'
import { createSchemaEntries, schemaFields } from '../../../server/plugin/schema/schema-entries.ts'

type Translation = Parameters<typeof createSchemaEntries>[1]

const reference = (name: string, slugs: string[]): Field =>
  ({ type: 'blocks', name, blockReferences: slugs, blocks: [] }) as unknown as Field

function entriesOf(fields: Field[], blocks: Block[]): string[] {
  const entries = createSchemaEntries({ blocks } as unknown as SanitizedConfig, {} as Translation)
  entries.add('posts', fields)
  return [...entries.finish().keys()]
}

describe('schema paths of a site', () => {
  it('F34 18 blocks that refer to each other are walked once each', () => {
    const slugs = Array.from({ length: 18 }, (_, index) => `block${index}`)
    const blocks = slugs.map((slug): Block => ({ slug, fields: [reference('inner', slugs)] }))
    const paths = entriesOf([reference('a', slugs), reference('b', slugs)], blocks)
    expect(paths).toHaveLength(3 + 18 * 2)
    expect(paths).toEqual(expect.arrayContaining(['posts.a', 'posts.b', 'block:block17.inner']))
  })

  it('F34 are counted as Payload does, with containers that have no name', () => {
    const title: Field = { type: 'text', name: 'title' }
    const paths = entriesOf(
      [
        {
          type: 'tabs',
          tabs: [
            { label: 'One', fields: [{ type: 'row', fields: [title] }] },
            { name: 'seo', fields: [title] },
          ],
        },
        { type: 'blocks', name: 'own', blocks: [{ slug: 'hero', fields: [title] }] },
        { type: 'group', fields: [{ type: 'array', name: 'rows', fields: [title] }] },
      ],
      [],
    )
    expect(paths).toEqual([
      'posts',
      'posts._index-0',
      'posts._index-0-0',
      'posts._index-0-0-0',
      'posts._index-0-0-0.title',
      'posts._index-0.seo',
      'posts._index-0.seo.title',
      'posts.own',
      'posts.own.hero',
      'posts.own.hero.title',
      'posts._index-2',
      'posts._index-2.rows',
      'posts._index-2.rows.title',
    ])
  })

  it('F34 blocks that only rich text refers to are found, and its editor sees them without their fields', () => {
    const inner = reference('inner', ['quote'])
    const seen: unknown[] = []
    const editor = {
      generateSchemaMap: ({
        config,
        schemaMap,
      }: {
        config: SanitizedConfig
        schemaMap: Map<string, Field>
      }) => {
        seen.push(config.blocks?.map(({ slug, fields }) => [slug, fields]))
        schemaMap.set('posts.body.lexical_internal_feature.blocks.inner', inner)
      },
    } as unknown as NonNullable<RichTextField['editor']>
    const quote: Block = { slug: 'quote', fields: [{ type: 'text', name: 'line' }] }
    const paths = entriesOf([{ type: 'richText', name: 'body', editor }], [quote])
    expect(paths).toEqual(
      expect.arrayContaining(['posts.body.lexical_internal_feature.blocks.inner', 'block:quote.line']),
    )
    expect(seen).toEqual([[['quote', []]]])
  })

  it('F34 lead through blocks that are given by reference, also where these refer to each other', () => {
    const line: Field = { type: 'text', name: 'line' }
    const blocks: Block[] = [
      { slug: 'columns', fields: [reference('content', ['columns', 'quote'])] },
      { slug: 'quote', fields: [line] },
    ]
    const made = createSchemaEntries({ blocks } as unknown as SanitizedConfig, {} as Translation)
    made.add('posts', [reference('layout', ['columns'])])
    const entries = made.finish()
    const at = (path: string): (string | undefined)[] =>
      schemaFields(entries, path).map((field) => ('name' in field ? field.name : undefined))
    expect(at('posts')).toEqual(['layout'])
    expect(at('posts.layout.columns')).toEqual(['content'])
    expect(at('posts.layout.columns.content.columns.content.quote')).toEqual(['line'])
    expect(at('posts.layout.columns.content.quote.line')).toEqual(['line'])
    expect(at('block:quote.line')).toEqual(['line'])
    expect(at('posts.layout.quote.line')).toEqual([])
    expect(at('posts.nowhere')).toEqual([])
  })

  it('F78 what may be read of a block says the field that has it, also where a rich text has it before', () => {
    const pay: Block = { slug: 'pay', fields: [{ type: 'number', name: 'rate' }] }
    const editor = {
      generateSchemaMap: ({ schemaMap }: { schemaMap: Map<string, Field> }) =>
        void schemaMap.set('posts.body.lexical_internal_feature.blocks.inner', reference('inner', ['pay'])),
    } as unknown as NonNullable<RichTextField['editor']>
    const body: Field = { type: 'richText', name: 'body', editor }
    const layout = reference('layout', ['pay'])
    const paths = (...fields: Field[]): string[] => {
      const made = createSchemaEntries({ blocks: [pay] } as unknown as SanitizedConfig, {} as Translation)
      made.add('posts', fields, { body: true, layout: { read: true, blocks: { pay: { fields: {} } } } })
      return [...made.finish().keys()].filter((path) => path.startsWith('block:'))
    }
    expect(paths(body)).toEqual(['block:pay', 'block:pay.rate'])
    expect(paths(layout, body)).toEqual(['block:pay'])
    expect(paths(body, layout)).toEqual(['block:pay'])
  })
})
