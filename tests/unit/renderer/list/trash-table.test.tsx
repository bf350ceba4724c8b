import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { columnLabel } from '../../../../renderer/fields/document-columns/column-label.ts'
import { shownColumns } from '../../../../renderer/fields/document-columns/columns.ts'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { TrashTable } from '../../../../renderer/screens/trash/trash-table.tsx'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { TrashRow } from '../../../../shared/ipc.ts'
import { checkbox, collection, number, text } from '../../shared/build-fields.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

afterEach(cleanup)

const posts = collection([
  text('title', { label: 'Title', localized: true }),
  number('pages', { label: 'Pages' }),
  checkbox('featured'),
])
const rows: TrashRow[] = [
  {
    ref: { kind: 'collection', slug: 'posts', id: '7' },
    data: { id: 7, title: { en: 'Narvik', de: 'Narvik (de)' }, pages: 1.5, featured: true },
    status: 'draft',
    deletedAt: new Date(Date.now() - 2 * 60 * 60_000 - 1000).toISOString(),
  },
]

function Shown({ chosen }: { chosen: string[] | null }) {
  const words = useT()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const onSelect = (id: string, selected: boolean) => setIds(new Set(selected ? [id] : []))
  const columns = shownColumns(
    fieldModules,
    posts,
    chosen?.map((accessor) => ({ accessor, active: true })) ?? null,
  )
  const context = {
    ...valueContext(),
    ...words.valueWords,
    t: words.t,
    collection: posts,
    locale: 'de',
    fallbacks: ['en'],
    columnLabel: (column: (typeof columns)[number]) => columnLabel(column, words),
    picture: null,
    isReading: false,
  }
  return (
    <MemoryRouter>
      <TrashTable
        label="Trash"
        columns={columns}
        context={context}
        rows={rows}
        selection={{ ids, onSelect, onExtend() {}, onSelectPage() {} }}
        titleOf={() => 'Narvik'}
        itemsOf={({ ref }) => [{ id: 'restore', label: `Restore ${refId(ref)}`, onAction() {} }]}
      />
    </MemoryRouter>
  )
}
const table = () => {
  const [head, ...body] = screen.getAllByRole('row')
  const texts = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll('th, td') ?? [])].slice(1).map((cell) => cell.textContent)
  return [texts(head), ...body.map(texts)]
}

it('F69 (part) the trash has the columns of the list, and how long ago each was deleted', async () => {
  await renderInEnglish(<Shown chosen={null} />)
  const [head, row] = table()
  expect(head?.slice(0, 2)).toEqual(['Title', 'Status'])
  expect(head).toEqual(expect.arrayContaining(['Pages', 'featured', 'Deleted']))
  expect(row?.[0]).toBe('Narvik (de)')
  expect(row).toEqual(expect.arrayContaining(['1.5', 'true', expect.stringMatching(/^2 hours ago/)]))
})

it('F69 (part) the trash has the columns that were chosen for the list', async () => {
  await renderInEnglish(<Shown chosen={['title', 'pages']} />)
  expect(table()[0]).toEqual(['Title', 'Pages', 'Deleted'])
})

it('each row has a button for its menu, the keys are said, and what they choose', async () => {
  await renderInEnglish(<Shown chosen={null} />)
  const trash = screen.getByRole('table', { name: 'Trash' })
  const keys = document.getElementById(trash.getAttribute('aria-describedby') ?? '')?.textContent
  expect(keys?.trim()).toBe('Space selects a row, Shift with an arrow key several.')
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Narvik' }))
  const menu = await screen.findByRole('menu', { name: 'Actions for Narvik' })
  expect(within(menu).getByRole('menuitem').textContent).toBe('Restore 7')
  fireEvent.keyDown(menu, { key: 'Escape' })
  const box = screen.getAllByRole('checkbox').at(-1)
  if (box === undefined) throw new Error('no check box')
  act(() => box.focus())
  fireEvent.keyDown(box, { key: ' ' })
  expect(document.querySelector('[aria-live=polite]')?.textContent).toMatch(/^“Narvik” is selected\./)
})
