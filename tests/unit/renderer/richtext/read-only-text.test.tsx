import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DocumentDrawersProvider } from '../../../../renderer/data/document-drawers-context.ts'
import type { DocumentDrawers } from '../../../../renderer/data/document-drawers-context.ts'
import { richText } from '../../shared/build-fields.ts'
import {
  cell,
  element,
  heading,
  link,
  list,
  listItem,
  paragraph,
  table,
  text,
} from '../../shared/rich-text/build-nodes.ts'
import { showFields } from '../fields/show-fields.tsx'
import { everything, rich } from './rich-text-fixtures.ts'

afterEach(cleanup)

const drawers = {
  edit: vi.fn<DocumentDrawers['edit']>(),
  create: vi.fn<DocumentDrawers['create']>(),
  readAhead: vi.fn<DocumentDrawers['readAhead']>(),
}

const value = rich(
  heading('Night train', 'h2'),
  paragraph([
    text('By '),
    link('the operator', { linkType: 'custom', url: 'https://example.com/', newTab: false }),
    link('the post', { linkType: 'internal', doc: { relationTo: 'posts', value: 3 } }, 'l2'),
    link('a script', { linkType: 'custom', url: 'javascript:alert(1)' }, 'l3'),
  ]),
  list('number', [listItem([text('Go')], 4), listItem([text('Sleep')], 5)], 4),
  list('check', [listItem([text('Ticket')], 1, { checked: true })]),
  element('quote', [text('I slept.')]),
  table([
    [cell('Class', { headerState: 1 }), cell('Fare', { headerState: 1 })],
    [cell('Seat'), cell('49')],
  ]),
)

const show = (mayWrite: boolean) =>
  showFields([richText('body', { label: 'Body', editor: everything, required: true })], {
    data: { body: value },
    scope: { mayWrite: () => mayWrite },
    around: (content) => <DocumentDrawersProvider value={drawers}>{content}</DocumentDrawersProvider>,
  })

describe('F70 (part: texts) a text that may only be read', () => {
  it('is a document with its headings, links, lists and tables, and no box to write in', async () => {
    await show(false)
    const read = screen.getByRole('document', { name: /^Body/ })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(read.isContentEditable).not.toBe(true)
    for (const name of [
      'aria-multiline',
      'aria-readonly',
      'aria-required',
      'aria-placeholder',
      'aria-invalid',
    ])
      expect(read.getAttribute(name)).toBeNull()
    const inside = within(read)
    expect(inside.getByRole('heading', { level: 2, name: 'Night train' })).toBeTruthy()
    expect(inside.getByRole('blockquote').textContent).toBe('I slept.')
    const numbers = inside.getByRole('list')
    expect(
      within(numbers)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Go', 'Sleep'])
    expect(numbers.getAttribute('start')).toBe('4')
    expect(
      inside.getByRole('checkbox', { name: 'Ticket', checked: true }).getAttribute('aria-readonly'),
    ).toBe('true')
    expect(inside.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Class', 'Fare'])
    expect(inside.getAllByRole('cell').map((one) => one.textContent)).toEqual(['Seat', '49'])
    expect(inside.getAllByRole('link').map((one) => one.textContent)).toEqual(['the operator', 'the post'])
  })

  it('its links are followed: an address in the system, a document over the screen, what nobody may open not at all', async () => {
    await show(false)
    const address = screen.getByRole('link', { name: 'the operator' })
    expect([address.getAttribute('href'), address.getAttribute('target')]).toEqual([
      'https://example.com/',
      '_blank',
    ])
    const press = fireEvent.click(screen.getByRole('link', { name: 'the post' }))
    expect(press).toBe(false)
    expect(drawers.edit).toHaveBeenCalledWith({ kind: 'collection', slug: 'posts', id: '3' })
    expect(screen.getByText('a script').closest('a')).toBeNull()
  })

  it('one that may be written is a box of text, before it is approached and after', async () => {
    await show(true)
    expect(screen.queryByRole('document')).toBeNull()
    const box = screen.getByRole('textbox', { name: /^Body/ })
    expect(within(box).queryByRole('link')).toBeNull()
    fireEvent.pointerEnter(box)
    expect(screen.getByRole('textbox', { name: /^Body/ })).toBeTruthy()
  })

  it('has the words of a link to a document that no address can name, and is there', async () => {
    const half = '\ud800'
    await showFields([richText('body', { label: 'Body', editor: everything })], {
      data: {
        body: rich(
          paragraph([
            link('an id', { linkType: 'internal', doc: { relationTo: 'posts', value: half } }),
            link('a collection', { linkType: 'internal', doc: { relationTo: half, value: 3 } }, 'l2'),
          ]),
        ),
      },
      scope: { mayWrite: () => false },
      around: (content) => <DocumentDrawersProvider value={drawers}>{content}</DocumentDrawersProvider>,
    })
    const read = within(screen.getByRole('document', { name: 'Body' }))
    expect(read.getByText('an id')).toBeTruthy()
    expect(read.getByText('a collection')).toBeTruthy()
    expect(read.queryByRole('link')).toBeNull()
  })
})
