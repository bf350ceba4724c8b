import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DataNode } from '../../../../shared/cms/fields.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { siteHello } from '../../../../main/server/session/probe.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Collection, Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { fieldNodeAt } from '../../../../shared/document/path.ts'
import { projectLocale } from '../../../../shared/document/project.ts'
import { resolveField } from '../../../../shared/document/resolve-field.ts'
import type { FieldTypes } from '../../../../shared/fields/field-type.ts'
import { isPlainObject } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import * as v from 'valibot'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { tries } from '../../../support/tries.ts'

const answer: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/site-config.json', import.meta.url), 'utf8'),
)

function parsed(input: unknown): SiteSchema {
  const result = parseSiteConfig(fieldTypes, input)
  if (!result.ok) throw new Error(result.reason.code)
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

/** Returns a site with one collection of these fields. */
const site = (fields: unknown, more: Record<string, unknown> = {}) => ({
  config: {
    localization: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'de' }] },
    collections: [{ slug: 'things', fields }],
    ...more,
  },
})
/** Returns the field at a path; `data` has the rows along the path, in English if localized. */
const fieldAt = (fields: Field[], path: string, data: JsonObject = {}): DataNode | null =>
  fieldNodeAt(fields, data, path, 'en')
const fieldsOf = (input: unknown) => parsed(input).collections[0]?.fields ?? []

describe('an id that people type', () => {
  const required = (field: object, extra: object = {}) => {
    const input = { ...site([{ name: 'id', type: 'text', ...field }]), extras: { 'things.id': extra } }
    const [id] = fieldsOf(input)
    return id !== undefined && 'required' in id && id.required
  }

  it('is required, whether or not the site says so: nothing is stored without it (F105)', () => {
    expect(required({})).toBe(true)
    expect(required({ type: 'number' })).toBe(true)
  })

  it('is not where the site makes it (F105)', () => {
    expect(required({}, { hasDefault: true })).toBe(false)
    expect(required({}, { hasBeforeValidate: true })).toBe(false)
    expect(required({}, { hasIdHook: true })).toBe(false)
    expect(required({ admin: { hidden: true } })).toBe(false)
  })
})

describe('the schema of a real site', () => {
  it('S3.17 (part) has the site’s name, locales, routes and capabilities', () => {
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

  it('S3.14 (part) collections say how they are titled, versioned, listed and identified', () => {
    expect(posts).toMatchObject({
      useAsTitle: 'title',
      versions: {
        drafts: true,
        localeStatus: false,
        autosaveInterval: 2000,
        max: 50,
        validatesDrafts: false,
        schedules: true,
      },
      defaultLimit: 25,
      limits: [10, 25, 50, 100],
      defaultSort: '-updatedAt',
      trash: true,
      folderField: 'folder',
      idType: 'number',
      defaultColumns: ['title', '_status', 'category', 'publishDate', 'updatedAt'],
      listSearchableFields: ['title', 'slug', 'kicker'],
    })
    expect(find('notes')).toMatchObject({ idType: 'text', versions: null, trash: false, folderField: null })
    expect(find('members')).toMatchObject({
      auth: true,
      loginWithUsername: { requireUsername: true, requireEmail: false },
      upload: false,
    })
    expect(schema.globals.map((global) => [global.slug, global.versions?.autosaveInterval ?? null])).toEqual([
      ['header', null],
      ['footer', null],
      ['season-cover', 2000],
    ])
  })

  it('what only forms hide may be a column of lists, as in the web admin: the name of a file', () => {
    expect(find('media').fields.find((field) => 'name' in field && field.name === 'filename')).toMatchObject({
      hidden: true,
      isColumn: true,
    })
    expect(find('media').fields.find((field) => 'name' in field && field.name === 'focalX')).toMatchObject({
      hidden: true,
      isColumn: false,
    })
  })

  it('by what is hidden, or held nowhere, no list is filtered; by the id, and by what only forms hide, it may be', () => {
    const isFilter = (slug: string, name: string) => {
      const found = find(slug).fields.find((field) => 'name' in field && field.name === name)
      return found !== undefined && 'isFilter' in found ? found.isFilter : null
    }
    expect(isFilter('posts', 'id')).toBe(true)
    expect(isFilter('posts', 'updatedAt')).toBe(true)
    expect(isFilter('media', 'filename')).toBe(true)
    expect(isFilter('media', 'focalX')).toBe(false)
    expect(isFilter('members', 'hasAPIKey')).toBe(false)
  })

  it('S3.23 (config) says which collection holds the folders, where the user may read it, and whether they are browsed', () => {
    const folders = (config: JsonObject, slugs: string[]) =>
      parsed({ config: { ...config, collections: slugs.map((slug) => ({ slug })) } }).folders
    expect(folders({ folders: {} }, ['posts', 'payload-folders'])).toEqual({
      slug: 'payload-folders',
      browse: true,
    })
    expect(folders({ folders: { slug: 'shelves', browseByFolder: false } }, ['shelves'])).toEqual({
      slug: 'shelves',
      browse: false,
    })
    expect(folders({ folders: {} }, ['posts'])).toBeNull()
    expect(folders({ folders: false }, ['posts', 'payload-folders'])).toBeNull()
    expect(folders({}, ['posts', 'payload-folders'])).toBeNull()
  })

  it('U18 (folder) the field of folders, which Payload names in English only, is called so in the language of the screen', () => {
    const folder = posts.fields.find((field) => 'name' in field && field.name === 'folder')
    expect(
      ['en', 'de', 'fr', 'ar', 'sv'].map((language) => pickLabel(folder?.label ?? null, language)),
    ).toEqual(['Folder', 'Ordner', 'Dossier', 'المجلد', 'Folder'])
    const parent = { name: 'folder', type: 'relationship', relationTo: 'payload-folders', label: 'Folder' }
    const config = { folders: {}, collections: [{ slug: 'payload-folders', fields: [parent] }] }
    expect(pickLabel(parsed({ config }).collections[0]?.fields[0]?.label ?? null, 'de')).toBe('Ordner')
  })

  it('F36 a site may call the folder field otherwise, and have another language to fall back on', () => {
    const own = (config: object) =>
      parsed({ config: { collections: [{ slug: 'things', folders: true }], ...config } })
    expect(own({ folders: { fieldName: 'shelf' } }).collections[0]?.folderField).toBe('shelf')
    expect(own({}).collections[0]).toMatchObject({ folderField: 'folder', isInFolders: true })
    const ofOwn = parsed({
      config: { collections: [{ slug: 'things', folders: { browseByFolder: false } }] },
    })
    expect(ofOwn.collections[0]).toMatchObject({ folderField: 'folder', isInFolders: false })
    expect(own({}).fallbackLanguages).toEqual(['en'])
    expect(own({ i18n: { fallbackLanguage: 'nb' } }).fallbackLanguages).toEqual(['nb'])
    expect(own({ i18n: { fallbackLanguage: ['sv', 'en'] } }).fallbackLanguages).toEqual(['sv', 'en'])
  })

  it('documents are locked for five minutes unless the site says otherwise', () => {
    const locksOf = (lockDocuments: unknown) => {
      const { collections, globals } = parsed({
        config: {
          collections: [{ slug: 'things', lockDocuments }],
          globals: [{ slug: 'motto', lockDocuments }],
        },
      })
      return [collections[0]?.lockMs, globals[0]?.lockMs]
    }
    expect(posts.lockMs).toBe(300_000)
    expect(locksOf(undefined)).toEqual([300_000, 300_000])
    expect(locksOf(true)).toEqual([300_000, 300_000])
    expect(locksOf({ duration: 90 })).toEqual([90_000, 90_000])
    expect(locksOf(false)).toEqual([null, null])
    // A duration of zero locks nothing.
    expect(locksOf({ duration: 0 })).toEqual([null, null])
    expect(locksOf({ duration: -1 })).toEqual([null, null])
  })

  it('S3.02 (part) blocks given by slug are resolved, blocks within blocks too', () => {
    const layout = fieldAt(posts.fields, 'layout')
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
    expect(fieldAt(posts.fields, 'layout.c.columns.1.content.q.link.label', data)).toMatchObject({
      type: 'text',
      localized: true,
    })
  })

  it('S3.06 (part) fields of unnamed tabs and rows have no segment, named tabs and groups have one', () => {
    expect(fieldAt(posts.fields, 'title')).toMatchObject({
      type: 'text',
      localized: true,
      required: true,
    })
    expect(fieldAt(posts.fields, 'kicker')).toMatchObject({ width: '60%', maxLength: 40 })
    expect(fieldAt(posts.fields, 'practical.costs')).toMatchObject({ type: 'array', maxRows: 20 })
    expect(fieldAt(posts.fields, 'slug')).toMatchObject({ position: 'sidebar' })
  })

  it('SY5 what the client config drops is put back from the extras, by schema path', () => {
    const data = {
      layout: [
        { id: 'h', blockType: 'hero' },
        { id: 'c', blockType: 'callToAction' },
      ],
      practical: { costs: [{ id: 'x' }] },
    }
    expect(fieldAt(posts.fields, 'layout.h.height', data)).toMatchObject({ defaultValue: 'tall' })
    expect(fieldAt(posts.fields, 'layout.c.link.page', data)).toMatchObject({ hasCondition: true })
    expect(fieldAt(posts.fields, 'practical.costs.x.currency', data)).toMatchObject({
      defaultValue: 'EUR',
    })
    expect(fieldAt(kitchen.fields, 'detail')).toMatchObject({ hasCondition: true })
    const hooked = {
      ...(answer as object),
      extras: { 'posts._index-0-0.title': { hasBeforeValidate: true } },
    }
    const again = parsed(hooked).collections.find(({ slug }) => slug === 'posts')
    // A server hook fills it in, so only the server can tell that it is missing.
    expect(fieldAt(again?.fields ?? [], 'title')).toMatchObject({ required: false })
    expect(resolveField(posts.fields, data, 'layout.h.height', 'en', 'posts')?.schemaPath).toBe(
      'posts._index-0-0.layout.hero.height',
    )
    expect(initialData(fieldTypes, kitchen.fields, 'en')).toMatchObject({
      checkbox: true,
      radio: 'train',
      selectRequired: 'b',
    })
  })

  it('every field type of the site is known', () => {
    const types = new Set<string>()
    const seen = new Set<Field[]>()
    const visit = (fields: Field[]): void => {
      if (seen.has(fields)) return
      seen.add(fields)
      for (const field of fields) {
        types.add(field.type)
        if (field.type === 'blocks') for (const block of field.blocks) visit(block.fields)
        else if (field.type === 'tabs') for (const tab of field.tabs) visit(tab.fields)
        else if ('fields' in field) visit(field.fields)
      }
    }
    for (const entity of [...schema.collections, ...schema.globals]) visit(entity.fields)
    expect([...types].toSorted()).toEqual(
      'array blocks checkbox code collapsible date email file group join json number point radio relationship richText row select tabs text textarea ui upload'.split(
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
    expect(parseSiteConfig(fieldTypes, input)).toEqual({
      ok: false,
      reason: { code: 'answer', place: expect.stringMatching(/./) },
    })
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

  it('S3.11 (part) a virtual field holds one value per locale where what it shows does', () => {
    const collections = (own: unknown[]) => [
      {
        slug: 'things',
        fields: [
          { type: 'row', fields: [{ type: 'relationship', name: 'code', relationTo: 'codes' }] },
          { type: 'relationship', name: 'each', relationTo: 'codes', localized: true },
          { type: 'relationship', name: 'many', relationTo: 'codes', hasMany: true },
          ...own,
        ],
      },
      {
        slug: 'codes',
        fields: [
          { type: 'text', name: 'key' },
          { type: 'tabs', tabs: [{ fields: [{ type: 'text', name: 'label', localized: true }] }] },
          { type: 'group', name: 'meta', fields: [{ type: 'text', name: 'alt', localized: true }] },
          { type: 'upload', name: 'next', relationTo: 'codes' },
        ],
      },
    ]
    const isLocalized = (virtual: unknown): unknown => {
      const input = site([], { collections: collections([{ type: 'text', name: 'shown', virtual }]) })
      const shown = fieldsOf(input).find((field) => 'name' in field && field.name === 'shown')
      return shown !== undefined && 'localized' in shown ? shown.localized : null
    }
    const paths = ['code.label', 'code.meta.alt', 'code.next.label', 'code.key', 'each.label', 'many.label']
    expect(paths.filter(isLocalized)).toEqual(['code.label', 'code.meta.alt', 'code.next.label'])
    expect([true, 'code', 'nowhere.label', 'code.nothing', ''].filter(isLocalized)).toEqual([])
  })

  it('S3.11 (part) a localized field within a localized field holds one value', () => {
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

  it('S3.17 (part) a locale falls back to its own ones, else to the default one, where the site has it so', () => {
    const fallbacks = (localization: Record<string, unknown>) => {
      const locales = [
        { code: 'en' },
        { code: 'de' },
        { code: 'gsw', fallbackLocale: 'de' },
        { code: 'rm', fallbackLocale: ['gsw', 'xx', 'de'] },
      ]
      const input = site([], { localization: { defaultLocale: 'en', locales, ...localization } })
      return parsed(input).localization?.locales.map((one) => [one.code, ...one.fallbacks].join(' '))
    }
    expect(fallbacks({ fallback: true })).toEqual(['en', 'de en', 'gsw de', 'rm gsw de'])
    expect(fallbacks({ fallback: false })).toEqual(['en', 'de', 'gsw', 'rm'])
  })

  it('S3.17 globals have slug and label, locales code and label, which is one text or one per language', () => {
    const config = {
      collections: [{ slug: 'posts' }],
      localization: {
        defaultLocale: 'en',
        locales: [
          'sv',
          { code: 'en', label: 'English' },
          { code: 'de', label: { en: 'German', de: 'Deutsch' } },
        ],
      },
      globals: [{ slug: 'header', label: { en: 'Header', de: 'Kopfzeile' } }, { slug: 'siteFooter' }],
    }
    const { globals, localization } = parsed({ config })
    const inLanguage = (language: string) => ({
      globals: globals.map(({ slug, label }) => [slug, pickLabel(label, language)]),
      locales: (localization?.locales ?? []).map(({ code, label }) => [code, pickLabel(label, language)]),
    })
    expect(inLanguage('de')).toEqual({
      globals: [
        ['header', 'Kopfzeile'],
        ['siteFooter', 'Site Footer'],
      ],
      locales: [
        ['sv', 'sv'],
        ['en', 'English'],
        ['de', 'Deutsch'],
      ],
    })
    expect(inLanguage('en')).toMatchObject({
      globals: [
        ['header', 'Header'],
        ['siteFooter', 'Site Footer'],
      ],
      locales: [
        ['sv', 'sv'],
        ['en', 'English'],
        ['de', 'German'],
      ],
    })
  })

  it('S3.17 (part) nothing is localized on a site without localization', () => {
    const [field] = fieldsOf(site([{ type: 'text', name: 'a', localized: true }], { localization: false }))
    expect(field).toMatchObject({ localized: false })
  })

  it('S5.06 (part) texts are as long as their field says, else the site', () => {
    const fields = [
      { name: 'own', type: 'text', maxLength: 60 },
      { type: 'group', name: 'meta', fields: [{ name: 'long', type: 'textarea' }] },
    ]
    const lengths = (more: Record<string, unknown>) => {
      const own = fieldsOf(site(fields, more))
      return ['own', 'meta.long'].map((path) => fieldAt(own, path))
    }
    expect(lengths({ defaultMaxTextLength: 900 })).toMatchObject([{ maxLength: 60 }, { maxLength: 900 }])
    expect(lengths({})).toMatchObject([{ maxLength: 60 }, { maxLength: null }])
  })

  it('S3.11 (part) the status of a document is no field to fill in', () => {
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
        const result = parseSiteConfig(fieldTypes, broken)
        // The result can be sent to another process: it is plain data.
        expect(structuredClone(result)).toEqual(result)
      }),
      tries(150),
    )
  })
})

describe('blocks that the site defines once', () => {
  const reference = (name: string, slugs: string[], more: object = {}) => ({
    type: 'blocks',
    name,
    blockReferences: slugs,
    ...more,
  })
  /** Counts parsed text fields: each block below has one. */
  function counting() {
    let count = 0
    const types: FieldTypes = {
      ...fieldTypes,
      text: {
        ...fieldTypes.text,
        parse(raw, named, context) {
          count += 1
          return fieldTypes.text.parse(raw, named, context)
        },
      },
    }
    return { types, count: () => count }
  }
  const mutual = (() => {
    const slugs = Array.from({ length: 18 }, (_, index) => `block${index}`)
    return {
      slugs,
      blocks: slugs.map((slug) => ({
        slug,
        fields: [{ type: 'text', name: 'title', localized: true }, reference('inner', slugs)],
      })),
    }
  })()

  it('F68 says whether drafts are checked, too', () => {
    const drafts = (versions: unknown) => {
      const input = { config: { collections: [{ slug: 'posts', fields: [], versions }], globals: [] } }
      const read = parseSiteConfig(fieldTypes, { ...site([]), ...input })
      return read.ok ? read.schema.collections[0]?.versions?.validatesDrafts : read
    }
    expect(drafts({ drafts: { validate: true } })).toBe(true)
    expect(drafts({ drafts: true })).toBe(false)
  })

  it('F34 18 blocks that refer to each other are read once each', () => {
    const { types, count } = counting()
    const input = site(
      [reference('a', mutual.slugs), { type: 'array', name: 'rows', fields: [reference('b', mutual.slugs)] }],
      { blocks: mutual.blocks },
    )
    expect(parseSiteConfig(types, input).ok).toBe(true)
    expect(count()).toBe(18)
  })

  it('F34 S3.11 (part) and once more where they are within a localized field', () => {
    const { types, count } = counting()
    const input = site([reference('a', mutual.slugs), reference('b', mutual.slugs, { localized: true })], {
      blocks: mutual.blocks,
    })
    const result = parseSiteConfig(types, input)
    expect(count()).toBe(36)
    const fields = result.ok ? (result.schema.collections[0]?.fields ?? []) : []
    const row = { id: '1', blockType: 'block3' }
    const title = (path: string) => fieldAt(fields, path, { a: [row], b: { en: [row] } })
    expect(title('a.1.title')).toMatchObject({ localized: true })
    expect(title('b.1.title')).toMatchObject({ localized: false })
  })

  it('F34 S3.02 (part) a block in itself keeps its fields, 12 levels deep', () => {
    const node = {
      slug: 'node',
      fields: [{ type: 'text', name: 'title', localized: true }, reference('children', ['node', 'missing'])],
    }
    const fields = fieldsOf(site([reference('tree', ['node'])], { blocks: [node] }))
    let data: JsonObject = { id: '12', blockType: 'node', title: { en: 'Deep', de: 'Tief' } }
    for (let depth = 11; depth > 0; depth -= 1)
      data = { id: String(depth), blockType: 'node', children: [data] }
    const path = Array.from({ length: 12 }, (_, index) => String(index + 1)).join('.children.')
    const hit = resolveField(fields, { tree: [data] }, `tree.${path}.title`, 'en', 'things')
    expect(hit?.field).toMatchObject({ type: 'text', localized: true, schemaPath: 'block:node.title' })
    expect(hit?.schemaPath).toBe(`things.tree.node${'.children.node'.repeat(11)}.title`)
    expect(JSON.stringify(projectLocale(fields, { tree: [data] }, 'de'))).toContain('"title":"Tief"')
  })

  it('F34 a schema of blocks in each other goes to another process and has a fingerprint', () => {
    const input = site([reference('a', mutual.slugs)], { blocks: mutual.blocks })
    const one = parsed(input)
    const { collections } = structuredClone(one)
    expect(fieldAt(collections[0]?.fields ?? [], 'a')).toMatchObject({ type: 'blocks' })
    expect(parsed(structuredClone(input)).fingerprint).toBe(one.fingerprint)
    const other = site([reference('a', mutual.slugs.slice(1))], { blocks: mutual.blocks })
    expect(parsed(other).fingerprint).not.toBe(one.fingerprint)
  })

  it('SY5 what the server says of a field in such a block is found wherever the block is used', () => {
    const hero = { slug: 'hero', fields: [{ type: 'row', fields: [{ type: 'text', name: 'size' }] }] }
    const input = {
      ...site([reference('a', ['hero']), reference('b', ['hero'], { localized: true })], { blocks: [hero] }),
      extras: { 'block:hero._index-0.size': { hasCondition: true } },
    }
    const data = { a: [{ id: '1', blockType: 'hero' }], b: { en: [{ id: '2', blockType: 'hero' }] } }
    for (const path of ['a.1.size', 'b.2.size'])
      expect(fieldAt(fieldsOf(input), path, data)).toMatchObject({ hasCondition: true })
  })

  it('F34 a schema that is too large is refused in words', () => {
    let deep: object = { type: 'text', name: 'a' }
    for (let depth = 0; depth < 5000; depth += 1) deep = { type: 'group', name: 'g', fields: [deep] }
    expect(parseSiteConfig(fieldTypes, site([deep]))).toEqual({
      ok: false,
      reason: { code: 'depth', limit: 40 },
    })
    const chain = Array.from({ length: 300 }, (_, index) => ({
      slug: `block${index}`,
      fields: [reference('inner', [`block${index + 1}`])],
    }))
    expect(parseSiteConfig(fieldTypes, site([reference('a', ['block0'])], { blocks: chain }))).toEqual({
      ok: false,
      reason: { code: 'chain', limit: 800 },
    })
    expect(parseSiteConfig(fieldTypes, site([reference('a', ['block200'])], { blocks: chain })).ok).toBe(true)
    const wide = Array.from({ length: 50_001 }, (_, index) => ({ type: 'text', name: `f${index}` }))
    expect(parseSiteConfig(fieldTypes, site(wide))).toEqual({
      ok: false,
      reason: { code: 'fields', limit: 50_000 },
    })
    const long = { type: 'text', name: 'n'.repeat(1001) }
    const slugged = { type: 'blocks', name: 'b', blocks: [{ slug: 's'.repeat(1001), fields: [] }] }
    for (const field of [long, slugged, { type: 'tabs', tabs: [{ name: long.name, fields: [] }] }])
      expect(parseSiteConfig(fieldTypes, site([field]))).toEqual({
        ok: false,
        reason: { code: 'name', limit: 1000 },
      })
    let nested: object[] = wide.slice(0, 1000)
    for (let depth = 0; depth < 30; depth += 1)
      nested = [{ type: 'group', name: 'g'.repeat(900), fields: nested }]
    expect(parseSiteConfig(fieldTypes, site(nested))).toEqual({
      ok: false,
      reason: { code: 'paths', limit: 20_000_000 },
    })
  })

  it('an answer that is none is refused without a word of what is in it', () => {
    const secret = 'hunter2'.repeat(100)
    for (const [odd, place] of [
      [secret, 'answer'],
      [{ config: secret }, 'config'],
      [{ config: { collections: secret } }, 'config.collections'],
    ])
      expect(parseSiteConfig(fieldTypes, odd)).toEqual({ ok: false, reason: { code: 'answer', place } })
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
