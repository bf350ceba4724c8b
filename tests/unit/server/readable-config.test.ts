import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readableBlocks, readableFields } from '../../../server/plugin/schema/readable-config.ts'
import type { JsonSafe } from '../../../server/plugin/json-safe.ts'
import { dataFields, isRows } from '../../../shared/cms/fields.ts'
import { parseSiteConfig } from '../../../shared/cms/parse-config.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'

const secret = (name: string, more: object = {}) => ({
  name,
  type: 'select',
  label: 'Secret label',
  defaultValue: 'secret default',
  options: [{ label: 'Secret option', value: 'secret' }],
  admin: { description: 'Secret description' },
  ...more,
})
const id = { name: 'id', type: 'text', label: 'ID', hidden: true }
const open = { name: 'title', type: 'text', label: 'Title' }

const read = { read: true }
const bare = (name: string) => ({ name, type: 'select', admin: { disabled: true } })

describe('F78 the schema for somebody who may not read a field', () => {
  test('has how its values are kept, and no words, choices and defaults', () => {
    const shape = { hasMany: true, localized: true, virtual: true, hidden: true }
    const fields = [open, secret('kind', shape), id]
    expect(readableFields(fields, { title: read })).toEqual([open, { ...bare('kind'), ...shape }, id])
    expect(readableFields(fields, true)).toEqual(fields)
  })

  test('looks into groups, lists, tabs and blocks', () => {
    const list = { name: 'list', type: 'array', label: 'List', fields: [open, secret('kind')] }
    const row = { type: 'row', fields: [secret('kind')] }
    const tabs = {
      type: 'tabs',
      tabs: [{ label: 'Open', fields: [open] }, secret('tab', { fields: [list] })],
    }
    const blocks = {
      name: 'blocks',
      type: 'blocks',
      blockReferences: ['hero', { slug: 'quote', labels: { singular: 'Quote' }, fields: [secret('kind')] }],
      blocks: [{ slug: 'quote', labels: { singular: 'Quote' }, fields: [open, secret('kind')] }],
    }
    expect(
      readableFields([list, row, tabs, blocks], {
        title: read,
        list: { ...read, fields: { title: read } },
        blocks: { ...read, blocks: { quote: { ...read, fields: { title: read } } } },
      }),
    ).toEqual([
      { ...list, fields: [open, bare('kind')] },
      { type: 'row', fields: [bare('kind')] },
      {
        type: 'tabs',
        tabs: [
          { label: 'Open', fields: [open] },
          {
            ...bare('tab'),
            fields: [
              {
                name: 'list',
                type: 'array',
                admin: { disabled: true },
                fields: [{ name: 'title', type: 'text', admin: { disabled: true } }, bare('kind')],
              },
            ],
          },
        ],
      },
      {
        ...blocks,
        blockReferences: ['hero', { slug: 'quote', labels: { singular: 'Quote' }, fields: [bare('kind')] }],
        blocks: [{ ...blocks.blocks[0], fields: [open, bare('kind')] }],
      },
    ])
  })

  test('has the blocks of the site so, by where they are used', () => {
    const hero = { slug: 'hero', labels: { singular: 'Hero' }, fields: [open, secret('kind')] }
    const access = new Map([['hero', { ...read, fields: { title: read } }]])
    expect(readableBlocks({ hero }, access)).toEqual({ hero: { ...hero, fields: [open, bare('kind')] } })
    expect(JSON.stringify(readableBlocks([hero], new Map()))).not.toMatch(/Hero|Title|ecret/)
  })
  test('is read as the same fields, so that an edit that waits for one of them fits', () => {
    const answer = JSON.parse(
      readFileSync(new URL('../shared/fixtures/site-config.json', import.meta.url), 'utf8'),
    ) as { config: { collections: { fields: JsonSafe }[]; blocksMap: JsonSafe } }
    const { config } = answer
    const hidden = {
      ...config,
      blocksMap: readableBlocks(config.blocksMap, new Map()),
      collections: config.collections.map((one) => ({ ...one, fields: readableFields(one.fields, {}) })),
    }
    const shapes = (of: object) => {
      const parsed = parseSiteConfig(fieldTypes, { ...answer, config: of })
      if (!parsed.ok) throw new Error(parsed.reason.code)
      return parsed.schema.collections.map(({ slug, fields }) => [slug, shapeOf(fields)])
    }
    expect(shapes(hidden)).toEqual(shapes(config))
    expect(JSON.stringify(shapes(config))).toContain('"quote"')
  })
})

/** Returns the properties that edits depend on: see shared/sync/schema-fit.ts. */
function shapeOf(fields: Field[]): unknown {
  return dataFields(fields).map((node) => [
    node.name,
    node.type,
    node.localized,
    'hasMany' in node ? node.hasMany : null,
    'relationTo' in node ? node.relationTo : null,
    node.type === 'nested' || node.type === 'array' ? shapeOf(node.fields) : null,
    isRows(node) && node.type === 'blocks'
      ? node.blocks.map((block) => [block.slug, shapeOf(block.fields)])
      : null,
  ])
}
