import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, useSearchParams } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { VIEWS_SLUG } from '../../../../shared/lists/list-view.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const posts = collection([text('title')], { slug: 'posts', keepsViews: true })
const presets = collection([text('title')], { slug: VIEWS_SLUG, versions: null, hidden: true })
const schema: SiteSchema = { ...site, collections: [posts, presets], globals: [] }
const permission = { create: true, read: true, update: true, fields: true }
const fake = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'session.get': () => ({
    permissions: { collections: { posts: permission, [VIEWS_SLUG]: permission }, globals: {} },
    visible: { collections: ['posts'], globals: [] },
  }),
  'documents.list': () => ({
    rows: [],
    totalDocs: 0,
    source: 'computer',
    fetchedAt: null,
    coverage: { here: 0, total: 0 },
  }),
  'documents.refreshList': () => ({ outcome: 'updated' }),
  'documents.create': () => ({ ref: { kind: 'collection', slug: VIEWS_SLUG, id: '7' } }),
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldTypesProvider } = await import('../../../../renderer/data/field-types-context.ts')
const { readAddress } = await import('../../../../renderer/data/list-address.ts')
const { ViewsMenu } = await import('../../../../renderer/screens/list/views-menu.tsx')

afterEach(() => {
  cleanup()
  fake.calls.length = 0
  localStorage.clear()
})

function Menu() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <ViewsMenu
        collection={posts}
        label="Posts"
        params={params}
        setParams={setParams}
        shown={readAddress(params).state}
        isUnreadable={false}
      />
      <p>{`at ${params.get('where[or][0][and][0][updatedAt][greater_than]')}`}</p>
    </>
  )
}

const FIXED = 'The server keeps fixed dates: the view will not move on with time.'
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** Opens the dialog that saves a list filtered by this date as a view, and enters a name. */
async function saveAs(date: string): Promise<void> {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/?where[or][0][and][0][updatedAt][greater_than]=${date}`]}>
        <AccountProvider value={account}>
          <SchemaProvider value={schema}>
            <FieldTypesProvider value={fieldTypes}>
              <Menu />
            </FieldTypesProvider>
          </SchemaProvider>
        </AccountProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await settled()
  fireEvent.click(screen.getByRole('button', { name: 'Views' }))
  fireEvent.click(screen.getByRole('menuitem', { name: /^Save as a view/ }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Fresh' } })
}
const save = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await settled()
}
const keepers = () => screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)

it('keeps a view with dates that move on here, unless it is shared', async () => {
  await saveAs('now-7d')
  expect(keepers()).toEqual(['Only you, on this computer', 'Only you', 'Everyone'])
  expect(screen.queryByText(FIXED)).toBeNull()
  await save()
  expect(fake.named('documents.create')).toEqual([])
  expect(localStorage.getItem('galley:list-views')).toContain('now-7d')
  expect(screen.getByText('at now-7d')).toBeTruthy()
})

it('says that the server keeps fixed dates, and then shows the view that it keeps', async () => {
  await saveAs('now-7d')
  fireEvent.click(screen.getByRole('radio', { name: 'Everyone' }))
  expect(screen.getByText(FIXED)).toBeTruthy()
  await save()
  const created = JSON.stringify(fake.named('documents.create'))
  expect(created).toMatch(/"greater_than":"\d{4}-\d\d-\d\dT/)
  expect(created).not.toContain('now-7d')
  expect(screen.getByText(/^at \d{4}-\d\d-\d\dT/)).toBeTruthy()
})

it('a view with fixed dates asks only whom it is for', async () => {
  await saveAs('2026-11-22T00:00:00.000Z')
  expect(keepers()).toEqual(['Only you', 'Everyone'])
})
