import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { $getRoot } from 'lexical'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TypedInput } from '../../../../shared/document/typed-input.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { link, paragraph, text, upload } from '../../shared/rich-text/build-nodes.ts'
import { resetSite } from '../fields/relation-site.tsx'
import { fullEditor } from './links/site-editors.ts'

const { config, press, showText } = await import('./show-text.tsx')

class NoResize implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  resetSite()
  vi.stubGlobal('ResizeObserver', NoResize)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const given = { ...config, link: fullEditor().link }
const drawer = () => screen.findByRole('dialog')
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const inDrawer = async (name: RegExp) =>
  within(await drawer()).getByRole<HTMLInputElement>('textbox', { name })
const type = async (name: RegExp, value: string) =>
  fireEvent.change(await inDrawer(name), { target: { value } })

/** Shows the text after a restart, with the document's journal. */
async function startAgain(nodes: JsonObject[], typed: TypedInput[]) {
  cleanup()
  resetSite()
  // As stored in the database and read back.
  const kept: unknown = JSON.parse(JSON.stringify(typed))
  expect(kept).toEqual(typed)
  return showText(nodes, { given, view: { draft: { changes: [], lost: {}, typed, savedAt: '' } } })
}

const stop: JsonObject = {
  type: 'inlineBlock',
  version: 1,
  fields: { id: 'f1', blockType: 'fare', blockName: '', amount: 12 },
}
const fare = [paragraph([text('a '), stop])]
const address = /^Enter a URL/

describe('F83 what is typed in a drawer of a text and was not applied', () => {
  it('F83 of an inline block, a number that is none among it, is there when the drawer is opened after a kill', async () => {
    const first = await showText(fare, { given })
    press('Edit Fare')
    await type(/^Amount/, '1e')
    expect(first.document.getDocument()).toMatchObject({ state: 'edited', dirty: true })
    const typed = first.document.typed()
    const { document: opened, held } = await startAgain(fare, typed)
    expect(opened.getDocument()).toMatchObject({ state: 'edited', dirty: true })
    // Edits in the drawer are not part of the text, so the document can be saved.
    expect(opened.unreadable('en')).toEqual([])
    press('Edit Fare')
    expect((await inDrawer(/^Amount/)).value).toBe('1e')
    await type(/^Amount/, '14')
    press('Save changes')
    await closed()
    expect(held()).toMatchObject([{ children: [{}, { fields: { amount: 14 } }] }])
    expect(opened.typed()).toEqual([])
  })

  it('F83 is given up by Cancel', async () => {
    const { document: opened } = await showText(fare, { given })
    press('Edit Fare')
    await type(/^Amount/, '14')
    expect(opened.typed()).toHaveLength(1)
    press('Cancel')
    await closed()
    expect(opened.typed()).toEqual([])
    // The removal of the draft is being written.
    await waitFor(() =>
      expect(opened.getDocument()).toMatchObject({ dirty: false, state: { kind: 'saved' } }),
    )
    press('Edit Fare')
    expect((await inDrawer(/^Amount/)).value).toBe('12')
  })

  it('F83 of an upload is there after a kill, and goes with its node', async () => {
    const nodes = [upload('u1', { caption: 'A fire' }, 5)]
    const first = await showText(nodes, { given })
    await screen.findByRole('group', { name: 'Upload: fire.png' })
    press('Fields of fire.png')
    await type(/^Caption/, 'A great fire')
    const typed = first.document.typed()
    const { form, document: opened } = await startAgain(nodes, typed)
    await screen.findByRole('group', { name: 'Upload: fire.png' })
    press('Fields of fire.png')
    expect((await inDrawer(/^Caption/)).value).toBe('A great fire')
    act(() => form.setField('body', null))
    expect(opened.typed()).toEqual([])
  })

  it('F83 of a link is there when its drawer is opened after a kill, and not in that of another one', async () => {
    const other = {
      ...link('two', { linkType: 'custom', url: 'https://b.example', newTab: false }),
      id: 'l2',
    }
    const nodes = [
      paragraph([
        { ...link('one', { linkType: 'custom', url: 'https://a.example', newTab: false }), id: 'l1' },
        text(' '),
        other,
      ]),
    ]
    const first = await showText(nodes, { given })
    first.update(() => void $getRoot().getAllTextNodes()[0]?.select(1, 1))
    await first.command('link.edit')
    await type(address, 'https://typed.example')
    const { update, command, held, document: opened } = await startAgain(nodes, first.document.typed())
    update(() => void $getRoot().getAllTextNodes().at(-1)?.select(1, 1))
    await command('link.edit')
    expect((await inDrawer(address)).value).toBe('https://b.example')
    press('Cancel')
    await closed()
    update(() => void $getRoot().getAllTextNodes()[0]?.select(1, 1))
    await command('link.edit')
    expect((await inDrawer(address)).value).toBe('https://typed.example')
    press('Apply')
    await closed()
    expect(held()).toMatchObject([{ children: [{ fields: { url: 'https://typed.example' } }, {}, {}] }])
    expect(opened.typed()).toEqual([])
  })

  it('F83 of a new link is offered to the next new link of the text', async () => {
    const nodes = [paragraph('one two')]
    const first = await showText(nodes, { given })
    first.update(() => void $getRoot().getAllTextNodes()[0]?.select(4, 7))
    await first.command('link.edit')
    await type(address, 'https://typed.example')
    const { update, command, held } = await startAgain(nodes, first.document.typed())
    update(() => void $getRoot().getAllTextNodes()[0]?.select(4, 7))
    await command('link.edit')
    expect((await inDrawer(address)).value).toBe('https://typed.example')
    press('Apply')
    await closed()
    expect(held()).toMatchObject([
      { children: [{ text: 'one ' }, { fields: { url: 'https://typed.example' } }] },
    ])
  })
})
