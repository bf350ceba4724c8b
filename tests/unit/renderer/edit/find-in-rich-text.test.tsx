import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { richText, text, textarea } from '../../shared/build-fields.ts'
import { inSite, resetSite } from '../fields/relation-site.tsx'
import { showFields } from '../fields/show-fields.tsx'
import { everything } from '../richtext/rich-text-fixtures.ts'

const { config: site } = await import('../richtext/show-text.tsx')
const { useShortcuts } = await import('../../../../renderer/commands/shortcuts.ts')
const { FindInDocument } = await import('../../../../renderer/screens/edit/find/find-bar.tsx')
const { useLeadTo } = await import('../../../../renderer/screens/edit/use-lead-to.ts')

const ignore = () => undefined
const drawers = { edit: ignore, create: ignore, readAhead: ignore }

/** The blocks of the editor's tests, one with another field. */
const config = {
  ...site,
  inlineBlocks: site.inlineBlocks.map((block) =>
    block.slug === 'stop' ? { ...block, fields: [...block.fields, text('note', { label: 'Note' })] } : block,
  ),
}

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

const ALL = 'galley-found'
const CURRENT = 'galley-found-current'

/** Records highlighted ranges by name. */
function withHighlights() {
  const registry = new Map<string, Set<Range>>()
  vi.stubGlobal('CSS', { highlights: registry })
  vi.stubGlobal('Highlight', class extends Set<Range> {})
  const ranges = (name: string) => [...(registry.get(name) ?? [])]
  /** Highlights follow the drawing, and may come after the count. */
  const untilMarked = (name: string, words: string[]) =>
    waitFor(() => expect(ranges(name).map(String)).toEqual(words))
  return { ranges, untilMarked }
}

it('finds words in a rich text, also across looks, while it is shown and while it is edited, and marks them', async () => {
  const { ranges, untilMarked } = withHighlights()
  const value = rich(para(run('The far no'), run('rth', 1), run(' is far.')), para(run('Farther north')))
  await show([richText('body', { label: 'Body', editor: everything })], { body: value })
  openBar()
  type('far north')
  await untilCount('1 of 1')
  await untilMarked(CURRENT, ['far north'])
  type('far')
  await untilCount('1 of 3')
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('2 of 3')
  await untilMarked(ALL, ['far', 'far', 'Far'])

  fireEvent.pointerEnter(screen.getByRole('textbox', { name: 'Body' }))
  expect(screen.getByRole('textbox', { name: 'Body' }).getAttribute('contenteditable')).toBe('true')
  await waitFor(() => {
    const [range] = ranges(CURRENT)
    expect(range instanceof Range && range.startContainer.isConnected).toBe(true)
  })
  await untilMarked(ALL, ['far', 'far', 'Far'])
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('3 of 3')
  fireEvent.keyDown(box(), { key: 'Escape' })
  await waitFor(() => expect(document.getSelection()?.toString()).toBe('Far'))
})

it('a key in a rich text paints no mark of another field anew', async () => {
  const { ranges, untilMarked } = withHighlights()
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
  await untilMarked(ALL, ['north', 'north'])
  const [, before] = ranges(ALL)
  const body = screen.getByRole('textbox', { name: 'Body' })
  act(() => body.append(document.createElement('p')))
  await waitFor(() => expect(ranges(ALL)[0]).toBe(before))
  await untilMarked(ALL, ['north', 'north'])
})

const notice = {
  type: 'block',
  version: 2,
  format: '',
  fields: {
    id: 'n1',
    blockType: 'notice',
    blockName: '',
    text: 'The quay is closed',
    steps: [{ id: 's1', step: 'Cross the quay' }],
  },
}
const stop = { type: 'inlineBlock', version: 1, fields: { id: 'p1', blockType: 'stop', place: 'Old quay' } }

it('finds words in the fields of blocks in a rich text, unfolds them and leads there', async () => {
  withHighlights()
  await show([richText('body', { label: 'Body', editor: config })], {
    body: rich(para(run('By sea')), notice),
  })
  fireEvent.pointerEnter(screen.getByRole('textbox', { name: 'Body' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Fold Notice' }))
  expect(screen.queryByRole('textbox', { name: /^Text/ })).toBeNull()
  openBar()
  type('quay')
  await untilCount('1 of 2')
  const words = await screen.findByRole('textbox', { name: /^Text/ })
  await waitFor(() => expect(words.dataset['found']).toBe('current'))
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('2 of 2')
  const step = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Step' })
  await waitFor(() => expect(step.dataset['found']).toBe('current'))
  fireEvent.keyDown(box(), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(step))
  expect(step.value.slice(step.selectionStart ?? 0, step.selectionEnd ?? 0)).toBe('quay')
})

it('leads into a text that is only shown, whose editor comes then', async () => {
  withHighlights()
  await show([richText('body', { label: 'Body', editor: config })], {
    body: rich(para(run('By sea')), notice),
  })
  openBar()
  type('cross')
  await untilCount('1 of 1')
  fireEvent.keyDown(box(), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Step' })))
})

it('calls nobody back who has gone on before that editor is there', async () => {
  withHighlights()
  await show([richText('body', { label: 'Body', editor: config }), text('slug', { label: 'Slug' })], {
    body: rich(para(run('By sea')), notice),
  })
  openBar()
  type('cross')
  await untilCount('1 of 1')
  fireEvent.keyDown(box(), { key: 'Escape' })
  const slug = screen.getByRole('textbox', { name: 'Slug' })
  act(() => slug.focus())
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Step' })).toBeTruthy())
  await act(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
  expect(document.activeElement).toBe(slug)
})

it('marks the inline block whose fields have what was found, and leads to it without opening its drawer', async () => {
  withHighlights()
  await show([richText('body', { label: 'Body', editor: config })], {
    body: rich(para(run('From '), { ...stop, fields: { ...stop.fields, note: 'Bring coins' } })),
  })
  openBar()
  type('coins')
  await untilCount('1 of 1')
  await waitFor(() => expect(screen.getByRole('group', { name: 'Stop' }).dataset['found']).toBe('current'))
  fireEvent.keyDown(box(), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Stop' })))
  expect(screen.queryByRole('dialog')).toBeNull()
})
