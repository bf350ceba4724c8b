import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { richText, textarea } from '../../shared/build-fields.ts'
import { inSite, resetSite } from '../fields/relation-site.tsx'
import { showFields } from '../fields/show-fields.tsx'
import { everything } from '../richtext/rich-text-fixtures.ts'

const { useShortcuts } = await import('../../../../renderer/commands/use-shortcuts.ts')
const { FindInDocument } = await import('../../../../renderer/screens/edit/find/find-in-document.tsx')
const { useLeadTo } = await import('../../../../renderer/screens/edit/use-lead-to.ts')

const ignore = () => undefined
const drawers = { edit: ignore, create: ignore, readAhead: ignore }

beforeEach(() => {
  resetSite()
  localStorage.clear()
  Element.prototype.scrollIntoView = ignore
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Finding() {
  const root = useRef(document.body)
  useShortcuts()
  useLeadTo(ignore)
  return <FindInDocument root={root} />
}

async function show(fields: Field[], data = {}) {
  await showFields(fields, {
    data,
    above: <Finding />,
    around: (content: ReactNode) => inSite(drawers)(content),
  })
  await waitFor(() => expect(screen.getAllByText(/\w/).length).toBeGreaterThan(0))
}

const openBar = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'f', ctrlKey: true })
const box = () => screen.getByRole('textbox', { name: 'Find in this document' })
const type = (typed: string) => fireEvent.change(box(), { target: { value: typed } })
const count = () => screen.getByRole('search').querySelector('[role=status]')?.textContent
const untilCount = (words: string) => waitFor(() => expect(count()).toBe(words))

const rich = (...children: object[]) => ({ root: { type: 'root', children } })
const para = (...runs: object[]) => ({ type: 'paragraph', children: runs })
const run = (words: string, format = 0) => ({ type: 'text', text: words, format })

/** What is marked as the one that is gone to. */
function withHighlights() {
  const registry = new Map<string, Set<Range>>()
  vi.stubGlobal('CSS', { highlights: registry })
  vi.stubGlobal('Highlight', class extends Set<Range> {})
  return (name: string) => [...(registry.get(name) ?? [])].map(String)
}

it('finds words in a rich text, also across looks, while it is shown and while it is edited, and marks them', async () => {
  const marked = withHighlights()
  const value = rich(para(run('The far no'), run('rth', 1), run(' is far.')), para(run('Farther north')))
  await show([richText('body', { label: 'Body', editor: everything })], { body: value })
  openBar()
  type('far north')
  await untilCount('1 of 1')
  expect(marked('galley-found-current')).toEqual(['far north'])
  type('far')
  await untilCount('1 of 3')
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('2 of 3')
  expect(marked('galley-found')).toEqual(['far', 'far', 'Far'])

  fireEvent.pointerEnter(screen.getByRole('textbox', { name: 'Body' }))
  expect(screen.getByRole('textbox', { name: 'Body' }).getAttribute('contenteditable')).toBe('true')
  await waitFor(() => {
    const current = CSS.highlights.get('galley-found-current')
    const [range] = current === undefined ? [] : [...current]
    expect(range instanceof Range && range.startContainer.isConnected).toBe(true)
  })
  expect(marked('galley-found')).toEqual(['far', 'far', 'Far'])
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('3 of 3')
  fireEvent.keyDown(box(), { key: 'Escape' })
  await waitFor(() => expect(document.getSelection()?.toString()).toBe('Far'))
})

it('a key in a rich text paints no mark of another field anew', async () => {
  const marked = withHighlights()
  const value = rich(para(run('north')))
  await show(
    [
      textarea('note', { label: 'Note' }),
      richText('body', { label: 'Body', editor: everything }),
      richText('more', { label: 'More', editor: everything }),
    ],
    {
      body: value,
      more: value,
    },
  )
  openBar()
  type('north')
  await untilCount('1 of 2')
  const [, before] = [...(CSS.highlights.get('galley-found') ?? [])]
  const body = screen.getByRole('textbox', { name: 'Body' })
  act(() => body.append(document.createElement('p')))
  await waitFor(() => expect([...(CSS.highlights.get('galley-found') ?? [])].length).toBe(2))
  await waitFor(() => expect([...(CSS.highlights.get('galley-found') ?? [])][0]).toBe(before))
  expect(marked('galley-found')).toEqual(['north', 'north'])
})
