import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dataField, dataFields } from '../../../../shared/cms/fields.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Field, RichTextEditor, RichTextField, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { inRichText } from '../../../../shared/cms/schema-path.ts'
import { linkableCollections } from '../../../../shared/cms/entity-rules.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const answer: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/site-config.json', import.meta.url), 'utf8'),
)

function parsed(input: unknown): SiteSchema {
  const result = parseSiteConfig(fieldTypes, input)
  if (!result.ok) throw new Error(result.reason.code)
  return result.schema
}

function richText(schema: SiteSchema, slug: string, name: string): RichTextField {
  const entity = [...schema.collections, ...schema.globals].find((one) => one.slug === slug)
  const field = dataField(entity?.fields ?? [], name)
  if (field === null || field.type !== 'richText') throw new Error(`no ${slug}.${name}`)
  return field
}

function editorOf(field: RichTextField): RichTextEditor {
  if (field.editor === null) throw new Error('no editor')
  return field.editor
}

const names = (fields: Field[] | undefined): string[] => dataFields(fields ?? []).map((field) => field.name)

describe('the editor of a real site', () => {
  const schema = parsed(answer)
  const body = richText(schema, 'posts', 'body')
  const editor = editorOf(body)

  it('S2.69 (part) its features are known, in the order of the site', () => {
    expect(editor.unknownFeatures).toEqual([])
    expect(editor.features.slice(0, 4)).toEqual(['toolbarInline', 'toolbarFixed', 'blocks', 'textState'])
    expect(editor.features.at(-1)).toBe('paragraph')
    expect(editorOf(richText(schema, 'kitchen-sink', 'richTextLine')).features).toEqual([
      'bold',
      'italic',
      'link',
      'paragraph',
      'toolbarInline',
    ])
  })

  it('says which sizes of headings, links, uploads, states and blocks there are', () => {
    expect(editor.headings).toEqual(['h2', 'h3', 'h4'])
    expect(editor.link).toMatchObject({
      autoLinks: true,
      keepsAutoLinks: true,
      defaultType: 'custom',
      defaultUrl: 'https://',
    })
    expect(names(editor.link?.fields)).toEqual(['text', 'linkType', 'url', 'doc', 'newTab', 'rel'])
    expect(editor.relationship).toEqual({ collections: ['posts', 'authors', 'places'] })
    expect(editor.upload?.collections).toEqual(['media'])
    expect(names(editor.upload?.fields['media'])).toEqual(['caption'])
    expect(editor.textStates).toEqual([
      {
        key: 'tone',
        values: [
          { value: 'pencil', label: 'Blue pencil', css: { color: '#165e98' } },
          { value: 'faded', label: 'Faded', css: { color: '#67635c' } },
        ],
      },
    ])
    expect(names(editor.tableFields)).toEqual(['rows', 'columns'])
    expect(editor.nodeTypes).toContain('inlineBlock')
  })

  it('S4.28 (part) S4.29 (part) has the labels of its blocks and all of their fields', () => {
    expect(editor.blocks.map((block) => block.slug)).toEqual(['notice'])
    expect(editor.blocks[0]?.labels.singular).toEqual({ en: 'Notice', de: 'Hinweis' })
    expect(names(editor.blocks[0]?.fields)).toEqual(['tone', 'text', 'id', 'blockName'])
    expect(editor.inlineBlocks.map(({ slug, labels }) => [slug, labels.singular])).toEqual([
      ['placeMention', { en: 'Place', de: 'Ort' }],
      ['fare', { en: 'Fare', de: 'Fahrpreis' }],
    ])
  })

  it('fields with equal editors share one, localized ones another; the server finds its fields by their own', () => {
    const intro = richText(schema, 'season-cover', 'intro')
    expect(intro.editor).toBe(editor)
    const sink = richText(schema, 'kitchen-sink', 'richText')
    expect(sink.editor).not.toBe(editor)
    expect(dataField(editorOf(sink).upload?.fields['media'] ?? [], 'caption')?.localized).toBe(true)
    expect(dataField(editor.upload?.fields['media'] ?? [], 'caption')?.localized).toBe(false)
    const tone = dataField(editor.blocks[0]?.fields ?? [], 'tone')
    // It is found even though the client config drops it.
    expect(tone).toMatchObject({ defaultValue: 'tip' })
    expect(inRichText(intro.schemaPath, tone?.type === 'select' ? tone.schemaPath : '')).toBe(
      'season-cover.intro.lexical_internal_feature.blocks.lexical_blocks.notice.fields.tone',
    )
  })

  it('the schema goes to another process', () => {
    expect(structuredClone(schema)).toEqual(schema)
  })
})

describe('an editor of another site', () => {
  const field = { type: 'richText', name: 'body' }
  const site = (editor: unknown, fields: unknown = [field]) => ({
    config: { collections: [{ slug: 'things', fields }] },
    richText: { 'things.body': { editor: 'E' } },
    editors: { E: editor },
  })
  const bodyOf = (input: unknown) => richText(parsed(input), 'things', 'body')

  it('is none where the site does not tell', () => {
    expect(bodyOf({ config: { collections: [{ slug: 'things', fields: [field] }] } }).editor).toBeNull()
    expect(bodyOf(site(undefined)).editor).toBeNull()
  })

  it('SY13 names the features that are not known, and all heading sizes where none are chosen', () => {
    const features = [{ key: 'heading' }, { key: 'emoji', props: { set: 'noto' } }, { nothing: true }, 7]
    const editor = editorOf(bodyOf(site({ features })))
    expect(editor.features).toEqual(['heading'])
    expect(editor.unknownFeatures).toEqual(['emoji'])
    expect(editor.headings).toEqual(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
    expect(editor).toMatchObject({
      link: null,
      upload: null,
      relationship: null,
      blocks: [],
      placeholder: null,
    })
  })

  it('F61 (part) words lose the colour that was chosen for a ground that cannot be taken', () => {
    const cssOf = (css: Record<string, string>) => {
      const features = [{ key: 'textState', props: { state: { tone: { loud: { label: 'Loud', css } } } } }]
      return editorOf(bodyOf(site({ features }))).textStates[0]?.values[0]?.css
    }
    const white = { color: '#fff', background: '#102030' }
    expect(cssOf(white)).toEqual(white)
    expect(cssOf({ ...white, background: 'url(https://x)' })).toEqual({})
  })

  it('F65 (part) says what a site keeps from its texts: indents, tabs, links made of addresses', () => {
    const editorWith = (...features: unknown[]) => editorOf(bodyOf(site({ features })))
    const indent = { key: 'indent', props: { disabledNodes: ['paragraph'], disableTabNode: true } }
    expect(editorWith(indent)).toMatchObject({ neverIndented: ['paragraph'], tabs: false })
    expect(editorWith({ key: 'indent' })).toMatchObject({ neverIndented: [], tabs: true })
    const linkWith = (disableAutoLinks: unknown) =>
      editorWith({ key: 'link', props: { disableAutoLinks } }).link
    expect(linkWith(undefined)).toMatchObject({ autoLinks: true, keepsAutoLinks: true })
    expect(linkWith('creationOnly')).toMatchObject({ autoLinks: false, keepsAutoLinks: true })
    expect(linkWith(true)).toMatchObject({ autoLinks: false, keepsAutoLinks: false })
  })

  it('takes no style that fetches or moves about', () => {
    const css = { color: 'red', background: 'url(https://x)', 'background-color': '#fff', position: 'fixed' }
    const features = [{ key: 'textState', props: { state: { tone: { loud: { label: 'Loud', css } } } } }]
    expect(editorOf(bodyOf(site({ features }))).textStates[0]?.values[0]?.css).toEqual({
      color: 'red',
      'background-color': '#fff',
    })
  })

  it('F34 blocks that hold the rich text that they are in are read once', () => {
    const slugs = ['quote']
    const path = 'lexical_internal_feature.blocks.lexical_blocks.quote.fields'
    const input = {
      config: {
        blocks: [{ slug: 'quote', fields: [{ type: 'richText', name: 'inside' }] }],
        collections: [{ slug: 'things', fields: [field] }],
      },
      richText: { 'things.body': { editor: 'E' }, 'block:quote.inside': { editor: 'E' } },
      editors: {
        E: {
          features: [{ key: 'blocks' }],
          blocks: slugs,
          schemas: { [path]: { fields: [{ type: 'blocks', name: 'more', blockReferences: slugs }] } },
        },
      },
    }
    const editor = editorOf(bodyOf(input))
    const more = dataField(editor.blocks[0]?.fields ?? [], 'more')
    const inside = more?.type === 'blocks' ? dataField(more.blocks[0]?.fields ?? [], 'inside') : null
    expect(inside).toMatchObject({ type: 'richText' })
    expect(inside?.type === 'richText' && inside.editor).toBe(editor)
  })
})

describe('what may be chosen in a rich text', () => {
  const admin = { hidden: false, enableRichTextRelationship: true }
  const { collections } = parsed({
    config: {
      collections: [
        { slug: 'posts', admin },
        { slug: 'secret', admin: { ...admin, hidden: true } },
        { slug: 'logs', admin: { ...admin, enableRichTextRelationship: false } },
        { slug: 'pages', admin },
        { slug: 'media', admin, upload: {} },
        { slug: 'private-media', admin: { ...admin, enableRichTextRelationship: false }, upload: {} },
      ],
    },
  })
  // The server omits hidden collections: `users` is absent.
  const all = ['users', 'posts', 'secret', 'logs', 'media', 'private-media']
  const slugs = (kind: 'relationship' | 'upload', enabled = all): string[] =>
    linkableCollections(collections, enabled, kind).map(({ slug }) => slug)

  it('S6.05 a relationship: what the user sees and the site lets rich text point at, no collection of files', () => {
    expect(slugs('relationship')).toEqual(['posts'])
    expect(slugs('relationship', ['pages', 'posts'])).toEqual(['posts', 'pages'])
  })

  it('S6.06 an upload: of a collection of files only', () => {
    expect(slugs('upload')).toEqual(['media'])
  })

  it('S6.07 (part) where none is enabled there is none to offer', () => {
    expect(slugs('upload', ['posts'])).toEqual([])
    expect(slugs('relationship', [])).toEqual([])
  })
})
