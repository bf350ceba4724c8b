import { describe, expect, it } from 'vitest'
import { parseTabs } from '../../../../shared/cms/document-tabs.ts'
import type { Collection, Global, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { firstRead } from '../../../../renderer/app/navigation/first-read.ts'
import { navGroups } from '../../../../renderer/data/nav-groups.ts'
import { navState } from '../../../../renderer/app/navigation/nav-state.ts'
import { collection as buildCollection } from '../../shared/build-fields.ts'
import { site as demoSite } from '../../store/support/site.ts'

function collection(slug: string, extra: Partial<Collection> = {}): Collection {
  const labels = { singular: slug, plural: { en: `${slug} en`, de: `${slug} de` } }
  return buildCollection([], { slug, labels, versions: null, useAsTitle: 'id', ...extra })
}
function global(slug: string, extra: Partial<Global> = {}): Global {
  return {
    kind: 'global',
    slug,
    label: slug,
    fields: [],
    group: null,
    hidden: false,
    versions: null,
    description: null,
    lockMs: null,
    preview: false,
    livePreview: null,
    tabs: parseTabs(null, false),
    apiView: true,
    ...extra,
  }
}
const schema = (collections: Collection[], globals: Global[]): SiteSchema => ({
  ...demoSite,
  localization: null,
  collections,
  globals,
})
const groupsOf = (site: SiteSchema, hidden: string[] = [], language = 'en') =>
  navGroups({
    schema: site,
    isVisible: (_kind, slug) => !hidden.includes(slug),
    label: (text) => pickLabel(text, language),
    collections: 'Collections',
    globals: 'Globals',
  })

describe('the navigation', () => {
  it('S2.17 (part) has the default groups first, then one per group, without empty ones', () => {
    const site = schema(
      [collection('users', { group: 'System' }), collection('posts')],
      [global('header', { group: 'System' })],
    )
    expect(groupsOf(site).map(({ label, entries }) => [label, entries.map(({ slug }) => slug)])).toEqual([
      ['Collections', ['posts']],
      ['System', ['users', 'header']],
    ])
  })

  it('S2.17 (part) hides what is hidden and what the user may not see', () => {
    const site = schema([collection('a', { hidden: true }), collection('b'), collection('c')], [])
    expect(groupsOf(site, ['b'])).toEqual([expect.objectContaining({ label: 'Collections' })])
    expect(groupsOf(site, ['b'])[0]?.entries.map(({ slug }) => slug)).toEqual(['c'])
  })

  it('S2.17 (part) joins groups that have the same name in the language', () => {
    const site = schema(
      [collection('a', { group: { en: 'News', de: 'Neues' } }), collection('b', { group: 'Neues' })],
      [],
    )
    expect(groupsOf(site, [], 'de').map(({ label }) => label)).toEqual(['Neues'])
    expect(groupsOf(site, [], 'en').map(({ label }) => label)).toEqual(['News', 'Neues'])
  })

  it('S2.19 (part) names entries by plural label or global label, with ids and addresses', () => {
    const [collections, globals] = groupsOf(schema([collection('posts')], [global('header')]), [], 'de')
    expect(collections?.entries[0]).toMatchObject({
      id: 'nav-posts',
      label: 'posts de',
      href: '/collections/posts',
    })
    expect(globals?.entries[0]).toMatchObject({ id: 'nav-global-header', href: '/globals/header' })
  })

  it('S2.20 (part) marks the exact page and pages within, and no namesakes', () => {
    expect(navState('/collections/posts', '/collections/posts')).toBe('exact')
    expect(navState('/collections/posts/1', '/collections/posts')).toBe('within')
    expect(navState('/collections/posts', '/collections/post')).toBeNull()
    expect(navState('/outbox', '/')).toBeNull()
  })
})

describe('what a link leads to', () => {
  const site: SiteSchema = {
    ...demoSite,
    collections: [collection('posts', { defaultLimit: 25 })],
    globals: [global('header')],
  }
  const read = (path: string, keptLimit: number | null = null) =>
    firstRead(new URL(path, 'app://bundle'), site, () => ({ limit: keptLimit, columns: null }))

  it('is a list, as its screen would ask for it', () => {
    expect(read('/collections/posts')).toMatchObject({
      list: { slug: 'posts', page: 1, limit: 25, locale: 'en' },
    })
    expect(read('/collections/posts?page=2&sort=title&locale=de')).toMatchObject({
      list: { page: 2, sort: 'title', locale: 'de' },
    })
    expect(read('/collections/posts', 100)).toMatchObject({ list: { limit: 100 } })
    expect(read('/collections/posts?locale=xx')).toMatchObject({ list: { locale: 'en' } })
  })

  it('is a document of a collection or a global', () => {
    expect(read('/collections/posts/a%20b?locale=de')).toEqual({
      document: { kind: 'collection', slug: 'posts', id: 'a b' },
    })
    expect(read('/globals/header')).toEqual({ document: { kind: 'global', slug: 'header' } })
  })

  it('is nothing to read for forms of new documents, other screens and what does not exist', () => {
    const paths = [
      '/',
      '/outbox',
      '/collections/posts/create',
      '/collections/posts/7/versions',
      '/collections/nowhere',
      '/collections/nowhere/7',
      '/globals/nowhere',
    ]
    expect(paths.filter((path) => read(path) !== null)).toEqual([])
  })
})
