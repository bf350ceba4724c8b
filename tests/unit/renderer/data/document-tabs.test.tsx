import { randomUUID } from 'node:crypto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { parseTabs, type EntityTab } from '../../../../shared/cms/document-tabs.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { makeTempId } from '../../../../shared/cms/doc-ref.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const may = { readVersions: true, read: true }
const permissions = { collections: { posts: may as Record<string, boolean> } }
const page = { rows: [], totalDocs: 14, fetchedAt: '2026-01-01', latestDraft: null, currentlyPublished: null }
const server = { id: 's', url: 'https://cms.example/base', name: 'S', waiting: 0, lastIdentifier: null }
const account = { server, collection: 'users', userId: '1', label: 'Ines' }
const fake = bridgeOf({ 'session.get': () => ({ permissions }), 'versions.list': () => page })
vi.stubGlobal('galley', fake.bridge)
const { currentOf, useDocumentTabs } = await import('../../../../renderer/data/document-tabs.ts')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { ScreenHeader } = await import('../../../../renderer/ui/screen-header/screen-header.tsx')

afterEach(() => {
  cleanup()
  permissions.collections.posts = may
  page.totalDocs = 14
})

const posts = site.collections.find(({ slug }) => slug === 'posts') as Collection
const ref: DocRef = { kind: 'collection', slug: 'posts', id: 'a b' }

function Tabs({ of = ref, entity }: { of?: DocRef; entity: Collection }) {
  return <ScreenHeader title="Night train" tabs={useDocumentTabs(of, entity)} />
}

async function show(
  address: string,
  tabs?: EntityTab[],
  of = ref,
  more: Partial<Collection> = {},
): Promise<void> {
  const entity = { ...posts, ...(tabs !== undefined && { tabs }), ...more }
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <AccountProvider value={account}>
          <SchemaProvider value={site}>
            <Tabs entity={entity} of={of} />
          </SchemaProvider>
        </AccountProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
}

/** Each tab: what it says, where it leads, and how it is marked. */
const tabs = () =>
  [...screen.getByRole('navigation', { name: 'Views of the document' }).children].map((tab) => [
    tab.textContent,
    tab.getAttribute('href'),
    tab.getAttribute('aria-current'),
  ])
const at = '/collections/posts/a%20b'

describe('the tabs over a document', () => {
  it('S2.15 S2.16 the one of this page is no link; below its path it is marked and leads back to it', async () => {
    await show(`${at}?locale=de&page=2`)
    expect(tabs()).toEqual([
      ['Edit', null, 'page'],
      ['Versions14', `${at}/versions?locale=de`, null],
      ['API', `${at}/api?locale=de`, null],
    ])
    cleanup()
    await show(`${at}/versions/7`)
    expect(tabs()).toEqual([
      ['Edit', at, null],
      ['Versions14', `${at}/versions`, 'true'],
      ['API', `${at}/api`, null],
    ])
    cleanup()
    await show(`${at}/api/`)
    expect(tabs()[2]).toEqual(['API', null, 'page'])
  })

  it('S2.14 lead to the locale of the address where it names one, and to no other parameter of it', async () => {
    const ways = () => tabs().flatMap(([, href]) => href ?? [])
    const all: EntityTab[] = [
      { view: 'edit', label: null },
      { view: 'versions', label: null },
      { view: 'api', label: null },
      { view: 'site', key: 'proofs', label: 'Proofs', path: '/proofs' },
    ]
    const onSite = `https://cms.example/base/admin${at}/proofs`
    // From a page that is no tab's own, so that each is a link.
    const version = `${at}/versions/7`
    await show(`${version}?versionFrom=6&locale=de&modifiedOnly=false&page=2`, all)
    expect(ways()).toEqual([
      `${at}?locale=de`,
      `${at}/versions?locale=de`,
      `${at}/api?locale=de`,
      `${onSite}?locale=de`,
    ])
    for (const without of ['', '?versionFrom=6&modifiedOnly=false&page=2']) {
      cleanup()
      await show(version + without, all)
      expect(ways()).toEqual([at, `${at}/versions`, `${at}/api`, onSite])
    }
  })

  it('S2.13 each leads to the document with what is its own behind it: Edit, Versions and API, and those of the site where it has put them, the others last', async () => {
    const paths = () =>
      tabs().map(([words, href]) => [words, href?.replace('https://cms.example/base/admin', '')])
    // The one of this page leads nowhere.
    await show('/elsewhere', parseTabs(null, false))
    expect(paths()).toEqual([
      ['Edit', at],
      ['Versions14', `${at}/versions`],
      ['API', `${at}/api`],
    ])
    cleanup()
    const own = [
      { view: 'last', label: 'Last', path: '/last' },
      { view: 'between', label: 'Between', order: 350, path: '/between' },
      { view: 'first', label: 'First', order: 50, path: '/first' },
      { view: 'second', label: 'Second', order: 100.5, path: '/second' },
      { view: 'laster', label: 'Laster', path: '/laster' },
    ]
    await show('/elsewhere', parseTabs({ tabs: own }, false))
    const inBrowser = ', opens in the browser'
    expect(paths()).toEqual([
      [`First${inBrowser}`, `${at}/first`],
      ['Edit', at],
      [`Second${inBrowser}`, `${at}/second`],
      ['Versions14', `${at}/versions`],
      [`Between${inBrowser}`, `${at}/between`],
      ['API', `${at}/api`],
      [`Last${inBrowser}`, `${at}/last`],
      [`Laster${inBrowser}`, `${at}/laster`],
    ])
    cleanup()
    // Versions: where there are any, for who may read them.
    permissions.collections.posts = { read: true, readVersions: false }
    await show(at)
    expect(tabs().map(([words]) => words)).toEqual(['Edit', 'API'])
    cleanup()
    permissions.collections.posts = may
    await show(at, undefined, ref, { versions: null })
    expect(tabs().map(([words]) => words)).toEqual(['Edit', 'API'])
    cleanup()
    // API: unless the site hides it.
    const hiding = { slug: 'posts', fields: [], admin: { hideAPIURL: true } }
    const parsed = parseSiteConfig(fieldTypes, { config: { collections: [hiding] } })
    await show(at, parsed.ok ? parsed.schema.collections[0]?.tabs : [])
    expect(tabs().map(([words]) => words)).toEqual(['Edit', 'Versions14'])
  })

  it('S4.06 the one of versions says how many there are in a pill, and nothing where there are none', async () => {
    await show(at)
    const pill = () => screen.getByRole('link', { name: /^Versions/ }).querySelector('[class*=pill]')
    expect(pill()?.textContent).toBe('14')
    cleanup()
    page.totalDocs = 0
    await show(at)
    expect(tabs()[1]?.[0]).toBe('Versions')
    expect(pill()).toBeNull()
  })

  it('a document that the server does not have can only be edited', async () => {
    await show('/x', undefined, { kind: 'collection', slug: 'posts', id: makeTempId(randomUUID()) })
    expect(tabs().map(([words]) => words)).toEqual(['Edit'])
  })

  it('S2.13 (own tabs) a view of the site opens in the browser, and says so', async () => {
    await show(`${at}?locale=de`, [
      { view: 'edit', label: 'Write' },
      { view: 'site', key: 'proofs', label: 'Proofs', path: '/proofs' },
    ])
    expect(tabs()[0]).toEqual(['Write', null, 'page'])
    const proofs = screen.getByRole('link', { name: 'Proofs, opens in the browser' })
    expect(proofs.getAttribute('href')).toBe(
      'https://cms.example/base/admin/collections/posts/a%20b/proofs?locale=de',
    )
    expect(proofs.getAttribute('target')).toBe('_blank')
    expect(proofs.dataset['tooltip']).toBe('Your site adds this view. It opens in the browser.')
  })
})

describe('tabs whose words come from the site', () => {
  it('are all there where several have a function in place of an address', async () => {
    const complaints = vi.spyOn(console, 'error')
    await show(at, [
      { view: 'edit', label: null },
      { view: 'site', key: 'one', label: 'One', path: '' },
      { view: 'site', key: 'two', label: 'Two', path: '' },
    ])
    expect(tabs().map(([words]) => words)).toEqual([
      'Edit',
      'One, opens in the browser',
      'Two, opens in the browser',
    ])
    expect(complaints.mock.calls).toEqual([])
    complaints.mockRestore()
  })

  it('are each a text of their own direction, and tell the whole of it where it is long', async () => {
    const long = `\u202Eelif ${'and so on '.repeat(30)}`.trim()
    await show(`${at}/api`, [
      { view: 'edit', label: long },
      { view: 'api', label: `API ${long}` },
      { view: 'site', key: 'own', label: `Own ${long}`, path: '/own' },
    ])
    const all = [...screen.getByRole('navigation', { name: 'Views of the document' }).children]
    expect(all.map((tab) => tab.querySelector('bdi')?.textContent)).toEqual([
      long,
      `API ${long}`,
      `Own ${long}`,
    ])
    expect(all.map((tab) => tab.querySelector('bdi')?.title)).toEqual([long, `API ${long}`, `Own ${long}`])
  })
})

it.each([
  ['/collections/posts/7/api', 'exact'],
  ['/collections/posts/7/api/x', 'within'],
  ['/collections/posts/7/apiary', null],
  ['/collections/posts/7', null],
  ['/collections/posts/%37/api', 'exact'],
  ['/collections/posts/%/api', null],
])('of the tab /collections/posts/7/api the address %s is %s', (pathname, current) => {
  expect(currentOf('/collections/posts/7/api', pathname)).toBe(current)
})
