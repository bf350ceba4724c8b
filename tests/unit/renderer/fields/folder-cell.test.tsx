import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CellContext } from '../../../../renderer/fields/document-columns/use-cell-context.ts'
import { FolderCell } from '../../../../renderer/fields/folder/folder-cell.tsx'
import type { ListRow } from '../../../../shared/ipc.ts'
import { collection, relation } from '../../shared/build-fields.ts'
import { valueContext } from '../support/value-context.ts'

afterEach(cleanup)

const texts: Record<string, string> = {
  'folder:noFolder': 'No Folder',
  'general:loading': 'Loading',
  'galley:list.folders.move': 'Move to folder',
}
const posts = collection([relation('shelf', { relationTo: ['shelves'] })], { folderField: 'shelf' })

const row = (shelf: number | null): ListRow => ({
  ref: { kind: 'collection', slug: 'posts', id: '1' },
  updatedAt: null,
  status: null,
  state: { kind: 'saved' },
  complete: true,
  isNew: false,
  data: { shelf },
})

function cell(shelf: number | null, more: Partial<CellContext> = {}): string {
  cleanup()
  const context: CellContext = {
    ...valueContext({
      t: (key, { id = '' } = {}) => texts[key] ?? `ID: ${id}`,
      nameOf: (slug, id) => (slug === 'shelves' && id === '7' ? 'Rail' : null),
    }),
    collection: posts,
    locale: null,
    fallbacks: [],
    columnLabel: () => 'Folder',
    picture: null,
    isReading: false,
    ...more,
  }
  return render(<FolderCell row={row(shelf)} context={context} />).container.textContent
}

it('S2.59 the folder of a document is called by its name, Loading... while that is read, and No Folder where there is none', () => {
  expect(cell(7)).toBe('Rail')
  expect(cell(8, { isReading: true })).toBe('Loading...')
  expect(cell(null)).toBe('No Folder')
  expect(cell(null, { isReading: true })).toBe('No Folder')
  // It is not on this computer, and the server cannot be asked.
  expect(cell(8)).toBe('ID: 8')
})

it('S2.60 (trash) what is in the trash is not moved, and in a list the button asks for it', () => {
  const ask = vi.fn<(row: ListRow) => void>()
  cell(7, { move: { ask, whyNot: () => null } })
  fireEvent.click(screen.getByRole('button', { name: 'Move to folder' }))
  expect(ask.mock.calls).toMatchObject([[{ data: { shelf: 7 } }]])
  cell(7, { move: { ask, whyNot: () => 'It is in the trash.' } })
  const button = screen.getByRole('button', { name: 'Move to folder' })
  expect([button.ariaDisabled, button.dataset['tooltip']]).toEqual(['true', 'It is in the trash.'])
  fireEvent.click(button)
  expect(ask.mock.calls).toHaveLength(1)
  cell(7)
  expect(screen.queryByRole('button')).toBeNull()
})
