import { randomUUID } from 'node:crypto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { EntityTab } from '../../../../shared/cms/document-tabs.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { makeTempId } from '../../../../shared/sync/temp-id.ts'
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
})

const posts = site.collections.find(({ slug }) => slug === 'posts') as Collection
const ref: DocRef = { kind: 'collection', slug: 'posts', id: 'a b' }

function Tabs({ of = ref, entity }: { of?: DocRef; entity: Collection }) {
  return <ScreenHeader title="Night train" tabs={useDocumentTabs(of, entity)} />
}

async function show(address: string, tabs?: EntityTab[], of = ref): Promise<void> {
  const entity = tabs === undefined ? posts : { ...posts, tabs }
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
  it('S2.14 (tabs) S2.15 S2.16 the one of this page is no link; below its path it is marked and leads back to it', async () => {
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

  it('S2.13 (permissions) the one of versions is for who may read them, where there are any', async () => {
    permissions.collections.posts = { read: true, readVersions: false }
    await show(at)
    expect(tabs().map(([words]) => words)).toEqual(['Edit', 'API'])
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
