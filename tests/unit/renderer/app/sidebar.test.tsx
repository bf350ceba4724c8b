import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { NAV_OPEN, withNavChoice, type NavChoice } from '../../../../shared/nav-preference.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const read = { read: true }
const config = {
  collections: [
    { slug: 'tags', labels: { singular: 'Tag', plural: { en: 'Tags', de: 'Schlagwörter' } } },
    { slug: 'articles', labels: { plural: { en: 'Articles', de: 'Artikel' } }, admin: { group: 'News' } },
    { slug: 'post', labels: { plural: 'Post office' } },
    { slug: 'posts', labels: { plural: { en: 'Posts', de: 'Beiträge' } } },
    // The same group with a translated name.
    { slug: 'films', labels: { plural: 'Films' }, admin: { group: { en: 'News', de: 'Neues' } } },
    { slug: 'quiet', labels: { plural: 'Quiet' }, admin: { group: false } },
    { slug: 'hidden', labels: { plural: 'Hidden' }, admin: { hidden: true } },
    { slug: 'secret', labels: { plural: 'Secret' } },
    { slug: 'orders', labels: { plural: 'Orders' }, admin: { group: 'Nobody sees these' } },
  ],
  globals: [
    { slug: 'header', label: { en: 'Header', de: 'Kopf' } },
    { slug: 'rates', label: 'Rates', admin: { group: 'System' } },
    { slug: 'silent', label: 'Silent', admin: { group: false } },
    { slug: 'vault', label: 'Vault' },
  ],
}
const all = (list: { slug: string }[]) => list.map(({ slug }) => slug)
const unreadable = new Set(['secret', 'orders', 'vault'])
const permissionsOf = (list: { slug: string }[]) =>
  Object.fromEntries(list.flatMap(({ slug }) => (unreadable.has(slug) ? [] : [[slug, read]])))
const session = {
  permissions: {
    collections: permissionsOf(config.collections),
    globals: permissionsOf(config.globals),
  },
  visible: { collections: all(config.collections), globals: all(config.globals) },
}
const parsed = parseSiteConfig(fieldTypes, { config })
if (!parsed.ok) throw new Error(parsed.reason.code)
const { schema } = parsed

const NOTHING_WAITS = {
  waiting: 0,
  sending: 0,
  conflict: 0,
  failed: 0,
  failing: 0,
  onThisComputer: 0,
  forms: 0,
  differs: 0,
}

let nav = NAV_OPEN
const fake = bridgeOf({
  'session.get': () => session,
  'outbox.counts': () => ({ ...NOTHING_WAITS, bySlug: {} }),
  'nav.get': () => nav,
  'nav.set': (choice: NavChoice) => void (nav = withNavChoice(nav, choice)),
})
vi.stubGlobal('galley', fake.bridge)
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { Sidebar } = await import('../../../../renderer/app/shell/sidebar.tsx')
const { VisibleEntity } = await import('../../../../renderer/app/router.tsx')
const { navGroups } = await import('../../../../renderer/data/nav-groups.ts')

afterEach(() => {
  cleanup()
  nav = NAV_OPEN
})

const server = { id: 's', url: 'https://cms.example', name: 'S', waiting: 0, lastIdentifier: null }
const account = { server, collection: 'users', userId: '1', label: 'Ines' }
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)))

async function show(
  address: string,
  language = 'en',
  content: ReactNode = <Sidebar overlay={false} onClose={() => undefined} />,
  site: SiteSchema | null = schema,
): Promise<void> {
  render(
    <LanguageProvider language={language}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <AccountProvider value={account}>
            <SchemaProvider value={site}>{content}</SchemaProvider>
          </AccountProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await act(() => loadTranslator(language))
  await settled()
}

/** Returns each group with its entries: label, id and address. */
const groups = () =>
  screen
    .getAllByRole('group')
    .map((group) => [
      group.querySelector('h2')?.textContent,
      ...[...group.querySelectorAll('li > *')].map((entry) =>
        [entry.textContent, entry.id, entry.getAttribute('href')].join(' '),
      ),
    ])

it('S2.17 S2.19 has a group per label, the default ones first, in which each entry leads to its collection or global', async () => {
  await show('/')
  // Without entries outside of groups, hidden or unreadable ones, and empty groups.
  expect(groups()).toEqual([
    [
      'Collections',
      'Tags nav-tags /collections/tags',
      'Post office nav-post /collections/post',
      'Posts nav-posts /collections/posts',
    ],
    ['Globals', 'Header nav-global-header /globals/header'],
    ['News', 'Articles nav-articles /collections/articles', 'Films nav-films /collections/films'],
    ['System', 'Rates nav-global-rates /globals/rates'],
  ])
  cleanup()
  await show('/', 'de')
  // In another language the label differs, so it is another group.
  expect(groups()).toEqual([
    [
      'Sammlungen',
      'Schlagwörter nav-tags /collections/tags',
      'Post office nav-post /collections/post',
      'Beiträge nav-posts /collections/posts',
    ],
    ['Globale Dokumente', 'Kopf nav-global-header /globals/header'],
    ['News', 'Artikel nav-articles /collections/articles'],
    ['Neues', 'Films nav-films /collections/films'],
    ['System', 'Rates nav-global-rates /globals/rates'],
  ])
})

it('S2.21 (where) leads to the folders where the site has a screen of them, and this user may read them', async () => {
  const folders = { slug: 'payload-folders', browse: true }
  const sites: [SiteSchema | null, string | null][] = [
    [{ ...schema, folders }, 'Browse by Folder'],
    [{ ...schema, folders: { ...folders, browse: false } }, null],
    [{ ...schema, folders: null }, null],
    // Without a schema the window explains itself.
    [null, null],
  ]
  for (const [site, said] of sites) {
    await show('/', 'en', <Sidebar overlay={false} onClose={() => undefined} />, site)
    expect(screen.getByText('Dashboard')).toBeDefined()
    expect(document.querySelector('#nav-folders')?.textContent ?? null).toBe(said)
    cleanup()
  }
})

it('S3.20 an entity of it has slug, type and label, and a group its label and entities', () => {
  const found = navGroups({
    schema,
    isVisible: (_kind, slug) => ['posts', 'header', 'rates'].includes(slug),
    label: (text) => pickLabel(text, 'de'),
    collections: 'Collections',
    globals: 'Globals',
  })
  expect(
    found.map(({ label, entities }) => [
      label,
      entities.map(({ slug, type, label: name }) => ({ slug, type, label: name })),
    ]),
  ).toEqual([
    ['Collections', [{ slug: 'posts', type: 'collections', label: 'Beiträge' }]],
    ['Globals', [{ slug: 'header', type: 'globals', label: 'Kopf' }]],
    ['System', [{ slug: 'rates', type: 'globals', label: 'Rates' }]],
  ])
})

it('S2.20 the entry of this page is marked and no link, of a page below it marked and a link, and a namesake neither', async () => {
  /** Returns the marked entries: id, kind of mark, and address. */
  const marked = () =>
    [...document.querySelectorAll('[aria-current]')].map((entry) => [
      entry.id,
      entry.tagName,
      entry.getAttribute('aria-current'),
      entry.getAttribute('href'),
      /current/.test(entry.className),
    ])
  const plain = (id: string) => {
    const entry = document.getElementById(id)
    return [entry?.tagName, entry?.getAttribute('href'), /current/.test(entry?.className ?? 'current')]
  }
  await show('/collections/posts')
  expect(marked()).toEqual([['nav-posts', 'DIV', 'page', null, true]])
  expect(plain('nav-post')).toEqual(['A', '/collections/post', false])
  cleanup()
  await show('/collections/posts/7/versions?locale=de')
  expect(marked()).toEqual([['nav-posts', 'A', 'true', '/collections/posts', true]])
  expect(plain('nav-post')).toEqual(['A', '/collections/post', false])
  cleanup()
  await show('/globals/header')
  expect(marked()).toEqual([['nav-global-header', 'DIV', 'page', null, true]])
  cleanup()
  await show('/globals/header/versions')
  expect(marked()).toEqual([['nav-global-header', 'A', 'true', '/globals/header', true]])
})

it('S2.18 (part) a group is open until somebody closes it, and only it is', async () => {
  await show('/')
  const toggle = (name: string) => screen.getByRole('button', { name, expanded: name !== 'News' })
  fireEvent.click(screen.getByRole('button', { name: 'News', expanded: true }))
  await settled()
  expect(fake.named('nav.set')).toEqual([{ groups: { News: { open: false } } }])
  expect(screen.getByRole('button', { name: 'News', expanded: false })).toBeTruthy()
  for (const name of ['Collections', 'Globals', 'System']) expect(toggle(name)).toBeTruthy()
  expect(document.getElementById('nav-articles')?.closest('[inert]')).not.toBeNull()
  expect(document.getElementById('nav-posts')?.closest('[inert]')).toBeNull()
})

it('what stands in no group of it is reached by its address all the same, and what is hidden is not', async () => {
  const screens = (
    <Routes>
      <Route path="/collections/:slug" element={<VisibleEntity kind="collection">The list</VisibleEntity>} />
    </Routes>
  )
  await show('/collections/quiet', 'en', screens)
  expect(document.body.textContent).toBe('The list')
  cleanup()
  await show('/collections/hidden', 'en', screens)
  expect(screen.getByRole('heading', { name: 'Nothing found' })).toBeTruthy()
})
