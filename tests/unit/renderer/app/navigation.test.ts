import { describe, expect, it } from 'vitest'
import { NOTHING_KEPT } from '../../../../shared/lists/list-preference.ts'
import { parseTabs } from '../../../../shared/cms/document-tabs.ts'
import type { Collection, Global, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { firstRead } from '../../../../renderer/app/navigation/first-read.ts'
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
describe('what a link leads to', () => {
  const site: SiteSchema = {
    ...demoSite,
    collections: [collection('posts', { defaultLimit: 25 })],
    globals: [global('header')],
  }
  const read = (path: string, keptLimit: number | null = null, lastLocale: string | null = null) =>
    firstRead(new URL(path, 'app://bundle'), site, () => ({ ...NOTHING_KEPT, limit: keptLimit }), lastLocale)

  it('is a list in the content locale that was chosen last, where its address names none', () => {
    expect(read('/collections/posts', null, 'de')).toMatchObject({ list: { locale: 'de' } })
    expect(read('/collections/posts?locale=en', null, 'de')).toMatchObject({ list: { locale: 'en' } })
  })

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
