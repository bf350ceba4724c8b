import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fieldAtPath, walkFields } from '../../../../shared/cms/fields.ts'
import { siteHello } from '../../../../shared/cms/hello.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Collection, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { isPlainObject } from '../../../../shared/json.ts'
import * as v from 'valibot'

const answer: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/site-config.json', import.meta.url), 'utf8'),
)

function parsed(input: unknown): SiteSchema {
  const result = parseSiteConfig(input)
  if (!result.ok) throw new Error(result.reason)
  return result.schema
}
const schema = parsed(answer)
function find(slug: string): Collection {
  const found = schema.collections.find((item) => item.slug === slug)
  if (found === undefined) throw new Error(`no ${slug}`)
  return found
}
const posts = find('posts')
const kitchen = find('kitchen-sink')

/** A site with one collection of these fields. */
const site = (fields: unknown, more: Record<string, unknown> = {}) => ({
  config: {
    localization: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'de' }] },
    collections: [{ slug: 'things', fields }],
    ...more,
  },
})
const fieldsOf = (input: unknown) => parsed(input).collections[0]?.fields ?? []

describe('the schema of a real site', () => {
  it('S3.17 has the site’s name, locales, routes and capabilities', () => {
    expect(schema).toMatchObject({
      siteName: 'Nordlys Travel',
      payloadVersion: '3.90.1',
      adminUserSlug: 'users',
      routes: { admin: '/admin', api: '/api' },
      dateFormat: 'MMMM do yyyy, h:mm a',
      defaultDepth: 2,
      capabilities: { staleCheck: true, idempotency: true, formState: true, clientIds: ['notes'] },
    })
    expect(schema.localization?.locales.map((locale) => [locale.code, locale.rtl])).toEqual([
      ['en', false],
      ['de', false],
      ['ar', true],
    ])
  })

  it('S3.14 collections say how they are titled, versioned, listed and identified', () => {
    expect(posts).toMatchObject({
      useAsTitle: 'title',
      versions: { drafts: true, autosaveInterval: 2000, max: 50 },
      defaultLimit: 25,
      limits: [10, 25, 50, 100],
      defaultSort: '-updatedAt',
      trash: true,
      folders: true,
      idType: 'number',
      defaultColumns: ['title', '_status', 'category', 'publishDate', 'updatedAt'],
      listSearchableFields: ['title', 'slug', 'kicker'],
    })
    expect(find('notes')).toMatchObject({ idType: 'text', versions: null, trash: false, folders: false })
    expect(find('members')).toMatchObject({
      auth: true,
      loginWithUsername: { requireUsername: true, requireEmail: false },
      upload: false,
    })
    expect(schema.globals.map((global) => [global.slug, global.versions?.autosaveInterval ?? null])).toEqual([
      ['header', null],
      ['season-cover', 2000],
    ])
  })

  it('S3.02 blocks given by slug are resolved, blocks within blocks too', () => {
    const layout = fieldAtPath(posts.fields, 'layout')?.field
    if (layout?.type !== 'blocks') throw new Error('layout is no blocks field')
    expect(layout.blocks.map((block) => block.slug)).toEqual([
      'hero',
      'textAndPhotograph',
      'timetable',
      'callToAction',
      'gallery',
      'quote',
      'columns',
    ])
    const data = {
      layout: [
        {
          id: 'c',
          blockType: 'columns',
          columns: [{ id: '1', content: [{ id: 'q', blockType: 'callToAction' }] }],
        },
      ],
    }
    expect(fieldAtPath(posts.fields, 'layout.c.columns.1.content.q.link.label', data)?.field).toMatchObject({
      type: 'text',
      localized: true,
    })
  })

  it('S3.06 fields of unnamed tabs and rows have no segment, named tabs and groups have one', () => {
    expect(fieldAtPath(posts.fields, 'title')?.field).toMatchObject({
      type: 'text',
      localized: true,
      required: true,
    })
    expect(fieldAtPath(posts.fields, 'kicker')?.field).toMatchObject({ width: '60%', maxLength: 40 })
    expect(fieldAtPath(posts.fields, 'practical.costs')?.field).toMatchObject({ type: 'array', maxRows: 20 })
    expect(fieldAtPath(posts.fields, 'slug')?.field).toMatchObject({ position: 'sidebar' })
  })

  it('SY5 what the client config drops is put back from the extras, by schema path', () => {
    const data = {
      layout: [
        { id: 'h', blockType: 'hero' },
        { id: 'c', blockType: 'callToAction' },
      ],
    }
    expect(fieldAtPath(posts.fields, 'layout.h.height', data)?.field).toMatchObject({ defaultValue: 'tall' })
    expect(fieldAtPath(posts.fields, 'layout.c.link.page', data)?.field).toMatchObject({ hasCondition: true })
    expect(fieldAtPath(posts.fields, 'practical.costs.x.currency')?.field).toMatchObject({
      defaultValue: 'EUR',
    })
    expect(fieldAtPath(kitchen.fields, 'detail')?.field).toMatchObject({ hasCondition: true })
    const hooked = {
      ...(answer as object),
      extras: { 'posts._index-0-0.title': { hasBeforeValidate: true } },
    }
    const again = parsed(hooked).collections.find(({ slug }) => slug === 'posts')
    // A hook of the server fills it in: only the server can tell that it is missing.
    expect(fieldAtPath(again?.fields ?? [], 'title')?.field).toMatchObject({ required: false })
    expect(initialData(kitchen.fields, 'en')).toMatchObject({
      checkbox: true,
      radio: 'train',
      selectRequired: 'b',
    })
  })

  it('S3.01-S3.11 every field type of the site is known', () => {
    const types = new Set<string>()
    for (const entity of [...schema.collections, ...schema.globals])
      walkFields(entity.fields, (field) => types.add(field.type))
    expect([...types].toSorted()).toEqual(
      'array blocks checkbox code collapsible date email group join json number point radio relationship richText row select tabs text textarea ui upload'.split(
        ' ',
      ),
    )
  })

  it('SY13 the fingerprint is the same for the same schema and another for another', () => {
    expect(parsed(structuredClone(answer)).fingerprint).toBe(schema.fingerprint)
    const other = structuredClone(answer)
    if (isPlainObject(other)) other['site'] = { name: 'Other' }
    expect(parsed(other).fingerprint).not.toBe(schema.fingerprint)
  })
})

describe('an odd schema', () => {
  it.each([
    null,
    undefined,
    5,
    'text',
    [],
    {},
    { config: null },
    { config: {} },
    { config: { collections: {} } },
    { errors: [{ message: 'x' }] },
  ])('SY13 %j is no schema, with a reason', (input) => {
    expect(parseSiteConfig(input)).toEqual({ ok: false, reason: expect.stringMatching(/./) })
  })

  it('SY13 a field of an unknown type becomes opaque and keeps its name', () => {
    expect(fieldsOf(site([{ type: 'hologram', name: 'ghost', localized: true }]))).toMatchObject([
      { type: 'unknown', rawType: 'hologram', name: 'ghost', localized: true, label: 'Ghost' },
    ])
  })

  it('SY13 what is no field is left out, the others stay', () => {
    const input = site([
      null,
      7,
      {},
      { type: 'text' },
      { type: 'text', name: 'a.b' },
      { type: 'text', name: 'ok', maxLength: 'long', label: 4 },
    ])
    expect(fieldsOf(input)).toMatchObject([{ type: 'text', name: 'ok', maxLength: null, label: 'Ok' }])
  })

  it('S3.11 a localized field within a localized field holds one value', () => {
    const inner = { type: 'text', name: 'inner', localized: true }
    const [outer, group] = fieldsOf(
      site([
        { type: 'array', name: 'outer', localized: true, fields: [{ type: 'row', fields: [inner] }] },
        {
          type: 'tabs',
          tabs: [
            { name: 'tab', localized: true, fields: [inner] },
            { name: 'plain', fields: [inner] },
          ],
        },
      ]),
    )
    expect(outer).toMatchObject({ localized: true, fields: [{ fields: [{ localized: false }] }] })
    expect(group).toMatchObject({
      tabs: [
        { localized: true, fields: [{ localized: false }] },
        { localized: false, fields: [{ localized: true }] },
      ],
    })
  })

  it('S3.17 nothing is localized on a site without localization', () => {
    const [field] = fieldsOf(site([{ type: 'text', name: 'a', localized: true }], { localization: false }))
    expect(field).toMatchObject({ localized: false })
  })

  it('S3.02 a block that contains itself ends', () => {
    const node = { slug: 'node', fields: [{ type: 'blocks', name: 'children', blockReferences: ['node'] }] }
    const [field] = fieldsOf(
      site([{ type: 'blocks', name: 'tree', blockReferences: ['node', 'missing'] }], { blocks: [node] }),
    )
    expect(field).toMatchObject({
      blocks: [{ slug: 'node', fields: [{ blocks: [{ slug: 'node', fields: [] }] }] }],
    })
  })

  it('SY13 endless nesting ends', () => {
    let field: object = { type: 'text', name: 'a' }
    for (let depth = 0; depth < 5000; depth += 1) field = { type: 'group', name: 'g', fields: [field] }
    expect(parseSiteConfig(site([field])).ok).toBe(true)
  })

  it('S5.06 texts are as long as their field says, else the site', () => {
    const fields = [
      { name: 'own', type: 'text', maxLength: 60 },
      { type: 'group', name: 'meta', fields: [{ name: 'long', type: 'textarea' }] },
    ]
    const lengths = (more: Record<string, unknown>) => {
      const own = fieldsOf(site(fields, more))
      return ['own', 'meta.long'].map((path) => fieldAtPath(own, path)?.field)
    }
    expect(lengths({ defaultMaxTextLength: 900 })).toMatchObject([{ maxLength: 60 }, { maxLength: 900 }])
    expect(lengths({})).toMatchObject([{ maxLength: 60 }, { maxLength: null }])
  })

  it('S3.11 the status of a document is no field to fill in', () => {
    const statuses = [...schema.collections, ...schema.globals]
      .filter((entity) => entity.versions?.drafts)
      .map((entity) => entity.fields.find((field) => 'name' in field && field.name === '_status'))
    expect(statuses.length).toBeGreaterThan(0)
    for (const status of statuses) expect(status).toMatchObject({ type: 'select', hidden: true })
  })

  it('S3.13 labels that are missing come from the slug', () => {
    const { collections } = parsed({
      config: { collections: [{ slug: 'blogPosts' }, { slug: 'photo-galleries' }, { slug: 'bus' }] },
    })
    expect(collections.map((item) => item.labels)).toEqual([
      { singular: 'Blog Post', plural: 'Blog Posts' },
      { singular: 'Photo Gallery', plural: 'Photo Galleries' },
      { singular: 'Bus', plural: 'Buses' },
    ])
  })

  it('S3.16 has its defaults where the config says nothing', () => {
    expect(parsed({ config: { collections: [{ slug: 'a' }] } }).collections[0]).toMatchObject({
      useAsTitle: 'id',
      timestamps: true,
      upload: false,
      versions: null,
      auth: false,
      loginWithUsername: null,
      defaultLimit: 10,
      limits: [5, 10, 25, 50, 100],
      hidden: false,
    })
  })

  it('SY13 no damage to a real config makes the parser throw', () => {
    expect.hasAssertions()
    const garbage = fc.constantFrom<unknown>(null, 1, 'x', [], {}, true, [[]], { type: 'text' })
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), garbage, (path, value) => {
        const broken = structuredClone(answer)
        let at: unknown = broken
        for (const step of path) {
          if (typeof at !== 'object' || at === null) break
          const keys = Object.keys(at)
          const key = keys[step % Math.max(1, keys.length)]
          if (key === undefined) break
          const next: unknown = Reflect.get(at, key)
          if (step === path.at(-1)) Reflect.set(at, key, value)
          at = next
        }
        const result = parseSiteConfig(broken)
        // What comes out can be stored: it is JSON and nothing else.
        expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the greeting of a site', () => {
  it('SY11 is known by the plugin’s own part, all else may be missing', () => {
    expect(v.safeParse(siteHello, { galley: { version: '1.0.0' } })).toMatchObject({
      success: true,
      output: { routes: { api: '/api' }, auth: [], adminUser: 'users' },
    })
    expect(v.safeParse(siteHello, { message: 'Route not found' }).success).toBe(false)
    expect(v.safeParse(siteHello, '<html>').success).toBe(false)
  })
})
