import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, ListRow } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const parsed = parseSiteConfig(fieldTypes, {
  config: {
    collections: [{ slug: 'posts', labels: { singular: 'Post', plural: 'Posts' } }],
    globals: [],
  },
})
if (!parsed.ok) throw new Error(parsed.reason.code)
const { schema } = parsed

const rowOf = (id: string): ListRow => ({
  ref: { kind: 'collection', slug: 'posts', id },
  data: { id },
  status: null,
  updatedAt: null,
  state: { kind: 'saved' },
  isNew: false,
  complete: true,
})
let rows: ListRow[] = []
let answer: () => Promise<unknown> = () => Promise.resolve()
const fake = bridgeOf({
  'session.get': () => ({
    permissions: { collections: { posts: { read: true } }, globals: {} },
    visible: { collections: ['posts'], globals: [] },
  }),
  'documents.find': async (_query: CallInput<'documents.find'>) => {
    await answer()
    return rows
  },
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { FieldTypesProvider } = await import('../../../../renderer/data/field-types-context.ts')
const { Palette } = await import('../../../../renderer/commands/palette.tsx')

afterEach(() => {
  cleanup()
  rows = []
  answer = () => Promise.resolve()
})

function Address() {
  return <p>{`at ${useLocation().pathname}`}</p>
}

async function show(site: SiteSchema | null): Promise<void> {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/start']}>
        <FieldTypesProvider value={fieldTypes}>
          <SchemaProvider value={site}>
            <Palette onClose={() => undefined} />
            <Address />
          </SchemaProvider>
        </FieldTypesProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await settled()
}

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)))
const field = () => screen.getByRole('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const said = () => screen.getByRole('status', { hidden: true }).textContent

/** Documents are looked for until the function that comes back is called. */
function holdAnswer(): () => Promise<void> {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  answer = () => held
  return async () => {
    go()
    await settled()
  }
}

it('opens before the schema is here, with what there is without one', async () => {
  await show(null)
  expect(screen.getByRole('option', { name: /Dashboard/ })).toBeDefined()
})

it('says that nothing was found, and does not count what it offers instead', async () => {
  await show(schema)
  type('zzzz')
  await settled()
  expect(said()).toBe('Nothing matches “zzzz”')
  type('Dashb')
  await settled()
  expect(said()).toBe('1 result')
})

it('Enter takes what the arrows chose, once what was typed is found', async () => {
  await show(schema)
  rows = [rowOf('1'), rowOf('2')]
  type('ab')
  await settled()
  const answered = holdAnswer()
  type('abc')
  press('ArrowDown')
  press('Enter')
  await answered()
  expect(screen.getByText(/^at /).textContent).toBe('at /collections/posts/2')
})

it('Enter before more is typed is about what was typed before it: it leads nowhere', async () => {
  await show(schema)
  rows = [rowOf('1')]
  const answered = holdAnswer()
  type('abc')
  press('Enter')
  type('abcd')
  await answered()
  expect(screen.getByText(/^at /).textContent).toBe('at /start')
  expect(screen.getByRole('option', { name: /1/ })).toBeDefined()
})
