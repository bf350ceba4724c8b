import { lexicalEditor, BlocksFeature, LinkFeature } from '@payloadcms/richtext-lexical'
import { buildConfig, type Block, type CollectionConfig, type Field, type SanitizedConfig } from 'payload'
import { describe, expect, test, vi } from 'vitest'
import { markOf, saysSchema } from '../../../server/plugin/schema/schema-mark.ts'

// The client brings a Lexical of its own, which Payload takes for a wrong version of the server's.
vi.stubEnv('PAYLOAD_DISABLE_DEPENDENCY_CHECKER', 'true')

type Given = { title?: Partial<Field>; more?: Field[]; posts?: Partial<CollectionConfig>; locales?: string[] }

const quote: Block = { slug: 'quote', fields: [{ name: 'text', type: 'text' }] }
const editor = (blocks: Block[] = [quote]) => lexicalEditor({ features: [BlocksFeature({ blocks })] })

/** The mark of a site, by a config of its own as each process has it. */
async function mark(given: Given = {}) {
  return markOf(await siteOf(given))
}

async function siteOf({ title = {}, more = [], posts = {}, locales = ['en', 'de'] }: Given = {}) {
  const fields = [
    { name: 'title', type: 'text', localized: true, ...title } as Field,
    { name: 'layout', type: 'blocks', blockReferences: ['hero'], blocks: [] } satisfies Field,
    { name: 'body', type: 'richText', editor: editor() } satisfies Field,
    ...more,
  ]
  const config: SanitizedConfig = await buildConfig({
    secret: 'of a test',
    telemetry: false,
    db: { defaultIDType: 'text', init: () => ({}) } as never,
    editor: lexicalEditor({ features: [] }),
    localization: { locales, defaultLocale: 'en' },
    blocks: [{ slug: 'hero', fields: [{ name: 'heading', type: 'text' }] }],
    collections: [{ slug: 'posts', fields, ...posts }],
  })
  const warn = (said: unknown) => {
    throw new Error('the schema cannot be named', { cause: said })
  }
  return { payload: { config, logger: { warn } }, i18n: { language: 'en', t: String } } as never
}

describe('F81 the name that the companion has for a schema', () => {
  test.each<[string, Given]>([
    ['nothing', {}],
    ['a label', { title: { label: 'Headline' } }],
    ['a default that is made as the config loads', { title: { defaultValue: crypto.randomUUID() } }],
    ['a prop of the admin', { title: { admin: { description: String(Math.random()) } } }],
    ['the words of a collection', { posts: { labels: { singular: 'Story', plural: 'Stories' } } }],
    ['a date in what is custom', { posts: { custom: { at: new Date() } } }],
  ])('F81 is the same where processes of a site differ in %s', async (_, other) => {
    expect(await mark(other)).toBe(await mark())
  })

  test('F81 is another one for each change that a write depends on', async () => {
    const field = (one: object) => ({ title: one as Partial<Field> })
    const rows = (one: object) => ({ more: [{ name: 'more', ...one } as Field] })
    const marks = await Promise.all(
      [
        {},
        field({ localized: false }),
        field({ name: 'headline' }),
        field({ type: 'textarea' }),
        field({ hasMany: true }),
        { locales: ['en', 'fr'] },
        { locales: ['en'] },
        rows({ type: 'relationship', relationTo: 'posts' }),
        rows({ type: 'relationship', relationTo: ['posts'] }),
        rows({ type: 'blocks', blocks: [quote] }),
        rows({ type: 'blocks', blocks: [{ ...quote, slug: 'cite' }] }),
        rows({ type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'words', type: 'text' }] }] }),
        rows({ type: 'blocks', blocks: [], blockReferences: ['hero'] }),
        rows({ type: 'richText', editor: editor() }),
        rows({ type: 'richText', editor: editor([{ ...quote, slug: 'cite' }]) }),
        rows({ type: 'richText', editor: lexicalEditor({ features: [] }) }),
        rows({ type: 'richText', editor: lexicalEditor({ features: [LinkFeature()] }) }),
        { posts: { versions: true } },
        { posts: { versions: { drafts: true } } },
        { posts: { versions: { drafts: { autosave: true } } } },
        { posts: { trash: true } },
        { posts: { timestamps: false } },
        { posts: { slug: 'stories' } },
      ].map(async (given) => mark(given)),
    )
    expect(marks).not.toContain(null)
    expect(new Set(marks).size).toBe(marks.length)
  })
  test.each([
    [null, false],
    [{ id: 1, collection: 'users' }, true],
  ])('F78 is told to nobody who is not signed in: to %j, %s', async (user, isTold) => {
    const headers = new Headers({ 'x-galley-schema': '*' })
    const req = { ...Object(await siteOf()), user, headers, responseHeaders: undefined }
    await saysSchema(() => new Response())(req)
    expect(new Headers(req.responseHeaders).has('x-galley-schema')).toBe(isTold)
  })
})
