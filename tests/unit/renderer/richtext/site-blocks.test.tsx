import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childrenOf, fieldsOf, nodeId, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson, own, type JsonObject } from '../../../../shared/json.ts'
import { paragraph } from '../../shared/rich-text/build-nodes.ts'
import type { FormStateResult } from '../../../../shared/ipc.ts'
import { here, resetSite } from '../fields/relation-site.tsx'
import { inOneBurst } from '../support/in-one-burst.ts'
import { para, rich } from './rich-text-fixtures.ts'

const { press, showText } = await import('./show-text.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const notice = (fields: JsonObject = {}, id = 'aaaaaaaaaaaaaaaaaaaaaaaa'): JsonObject => ({
  type: 'block',
  version: 2,
  format: '',
  'x-note': 'kept',
  fields: {
    id,
    blockType: 'notice',
    blockName: '',
    tone: 'tip',
    text: 'Mind the gap',
    'x-old': 1,
    ...fields,
  },
})

const card = (name: string | RegExp = /^Notice/) => screen.getByRole('group', { name })
const input = (name: string | RegExp) => within(card()).getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string | RegExp, value: string) => fireEvent.change(input(name), { target: { value } })

async function menu(item: string): Promise<void> {
  fireEvent.click(within(card()).getByRole('button', { name: /^Actions for Notice/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}

describe('a block in a text', () => {
  it('shows its fields; what is typed in one is in the node at once, and everything else of it stays', async () => {
    const { held } = await showText([paragraph('a'), notice()])
    expect(input(/^Text/).value).toBe('Mind the gap')
    type(/^Text/, 'Mind the door')
    expect(held()).toEqual([paragraph('a'), notice({ text: 'Mind the door' })])
    type('Name of Notice', 'Doors')
    expect(held()[1]).toEqual(notice({ text: 'Mind the door', blockName: 'Doors' }))
    expect(card('Notice: Doors')).toBeTruthy()
  })

  it('DM7 what was typed in a field is taken back by the undo of the document, in bursts, and the focus stays', async () => {
    const { held, document: opened } = await showText([notice()])
    act(() => input(/^Text/).focus())
    inOneBurst(() => {
      for (const value of ['Mind', 'Mind t', 'Mind the door']) type(/^Text/, value)
    })
    fireEvent.blur(input(/^Text/))
    act(() => input(/^Tone/).focus())
    type(/^Tone/, 'warning')
    act(() => void opened.undo())
    expect(held()).toEqual([notice({ text: 'Mind the door' })])
    expect(input(/^Tone/).value).toBe('tip')
    expect(document.activeElement).toBe(input(/^Tone/))
    act(() => void opened.undo())
    expect(input(/^Text/).value).toBe('Mind the gap')
    expect(held()).toEqual([notice()])
    act(() => void opened.redo())
    expect(input(/^Text/).value).toBe('Mind the door')
  })

  it('a press in a rich text of it goes to that text, and not to the one around it', async () => {
    const { box } = await showText([paragraph('a'), notice({ more: rich(para('inner')) })], {
      approach: false,
    })
    fireEvent.pointerEnter(box())
    const more = () => within(card()).getByRole('textbox', { name: 'More' })
    await waitFor(() => expect(more().getAttribute('contenteditable')).toBeNull())
    fireEvent.pointerDown(more(), { button: 0 })
    expect(more().getAttribute('contenteditable')).toBe('true')
    expect(document.activeElement).toBe(more())
  })

  it('Delete and Backspace in one of its inputs are the input’s, also where the block is selected', async () => {
    const { held } = await showText([paragraph('a'), notice()])
    fireEvent.click(within(card()).getByText('Notice'))
    act(() => input(/^Text/).focus())
    fireEvent.keyDown(input(/^Text/), { key: 'Backspace' })
    fireEvent.keyDown(input(/^Text/), { key: 'Delete' })
    expect(held()).toHaveLength(2)
  })

  it('is folded, moved, duplicated with ids of its own, and removed', async () => {
    const { held } = await showText([paragraph('a'), notice({ steps: [{ id: 's1', step: 'Look' }] })])
    press('Fold Notice')
    expect(within(card()).queryByRole('textbox', { name: /^Text/ })).toBeNull()
    press('Unfold Notice')
    await menu('Move Up')
    expect(held().map((node) => own(fieldsOf(node), 'blockType') ?? '')).toEqual(['notice', ''])
    await menu('Duplicate')
    const [first, second] = held()
    expect(fieldsOf(second)).toMatchObject({ text: 'Mind the gap', 'x-old': 1 })
    expect(nodeId(second)).toMatch(/^[0-9a-f]{24}$/)
    expect(nodeId(second)).not.toBe(nodeId(first ?? null))
    const [step] = [own(fieldsOf(second), 'steps')].flat()
    expect(isPlainJson(step) && own(step, 'step')).toBe('Look')
    expect(isPlainJson(step) && own(step, 'id')).not.toBe('s1')
    fireEvent.click(screen.getAllByRole('button', { name: /^Actions for Notice/ })[1] ?? document.body)
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove/ }))
    await waitFor(() => expect(held()).toHaveLength(2))
    expect(nodeId(held()[0])).toBe('aaaaaaaaaaaaaaaaaaaaaaaa')
  })

  it('a new one has an id of 24 hex digits and its initial values, and the focus is in its first field', async () => {
    const { command, held } = await showText([para('')])
    await command('insert.block.notice')
    await waitFor(() => expect(held()).toHaveLength(2))
    const [made] = held()
    expect(made).toEqual({
      type: 'block',
      version: 2,
      format: '',
      fields: { id: nodeId(made), blockName: '', blockType: 'notice', tone: 'tip' },
    })
    expect(nodeId(made)).toMatch(/^[0-9a-f]{24}$/)
    await waitFor(() => expect(document.activeElement).toBe(input(/^Tone/)))
  })

  it('S8.09 (part) of an unknown type says so and has only a button that removes it', async () => {
    const { held } = await showText([paragraph('a'), notice({ blockType: 'gone' })])
    const unknown = card("Error: Block 'gone' not found")
    expect(unknown.textContent).toBe("Error: Block 'gone' not found")
    expect(within(unknown).getAllByRole('button')).toHaveLength(1)
    press('Remove gone')
    await waitFor(() => expect(held()).toEqual([paragraph('a')]))
  })

  it('what is missing in it keeps the document from being saved, is shown at its field, and is led to', async () => {
    const { form } = await showText([paragraph('a'), notice({ text: '' })])
    act(() => void form.validate())
    expect(form.getForm().invalid).toEqual(['body'])
    expect(screen.getByText('1 field in a block of this text is not valid')).toBeTruthy()
    expect(input(/^Text/).getAttribute('aria-invalid')).toBe('true')
    press('Fold Notice')
    act(() => form.show('body'))
    await waitFor(() => expect(document.activeElement).toBe(input(/^Text/)))
    type(/^Text/, 'Mind')
    expect(form.getForm().invalid).toEqual([])
    expect(input(/^Text/).getAttribute('aria-invalid')).not.toBe('true')
  })

  it('F50 a text that is no number keeps the document from being saved, is led to, and is there again with its card', async () => {
    const { form, document: opened, held } = await showText([paragraph('a'), notice()])
    type(/^Count/, '12a')
    expect(fieldsOf(held()[1])).not.toHaveProperty('count')
    expect(form.unreadable()).toEqual(['body'])
    expect(opened.unreadable('en')).toEqual([{ path: 'body', locale: 'en' }])
    press('Fold Notice')
    act(() => form.show('body'))
    await waitFor(() => expect(document.activeElement).toBe(input(/^Count/)))
    await menu('Remove')
    await waitFor(() => expect(held()).toHaveLength(1))
    expect(form.unreadable()).toEqual([])
    act(() => void opened.undo())
    await waitFor(() => expect(input(/^Count/).value).toBe('12a'))
    expect(form.unreadable()).toEqual(['body'])
    type(/^Count/, '12')
    expect(form.unreadable()).toEqual([])
    expect(fieldsOf(held()[1])).toMatchObject({ count: 12 })
  })

  it('F50 what is no number in a block of a localized text belongs to its locale alone', async () => {
    const { document: opened } = await showText([notice()], { field: { localized: true } })
    type(/^Count/, '12a')
    expect(opened.unreadable('de')).toEqual([{ path: 'body', locale: 'en' }])
    expect(opened.inLocale('de').unreadable()).toEqual([])
  })

  it('S4.27 (part) the site is asked about a block without rules once it is edited, and about several one after another', async () => {
    const answers: ((result: FormStateResult) => void)[] = []
    const ids: unknown[] = []
    here.rules = ({ data }) => {
      ids.push(own(data, 'id'))
      return new Promise((resolve) => answers.push(resolve))
    }
    const asked = () => ids
    const ruled = (id: string): JsonObject => notice({ blockType: 'ruled', kind: 'a' }, id)
    await showText([notice(), ruled('b'), ruled('c')], { site: { serverRules: ['posts'] } })
    await waitFor(() => expect(asked()).toEqual(['b']))
    type(/^Text/, 'Mind')
    await act(async () => answers[0]?.({ outcome: 'answered', fields: [] }))
    await waitFor(() => expect(asked()).toEqual(['b', 'c']))
    await act(async () => answers[1]?.({ outcome: 'answered', fields: [] }))
    await waitFor(() => expect(asked()).toEqual(['b', 'c', 'aaaaaaaaaaaaaaaaaaaaaaaa']))
  })

  it('rich text in it is edited in it', async () => {
    const inner = rich(para('Look left'))
    const { held } = await showText([notice({ more: inner })])
    const more = screen.getByRole('textbox', { name: 'More' })
    act(() => more.focus())
    const editor = (await import('lexical')).getNearestEditorFromDOMNode(
      screen.getByRole('textbox', { name: 'More' }),
    )
    const { $getRoot, $isElementNode } = await import('lexical')
    act(() =>
      editor?.update(
        () => {
          const line = $getRoot().getFirstChild()
          if ($isElementNode(line)) line.selectEnd().insertText(' and right')
        },
        { discrete: true },
      ),
    )
    const stored = own(fieldsOf(held()[0]), 'more')
    expect(childrenOf(topNodes(stored)[0]).map((node) => isPlainJson(node) && own(node, 'text'))).toEqual([
      'Look left and right',
    ])
    expect(held()).toHaveLength(1)
  })

  it('is there before the text is approached, as it is in the editor', async () => {
    await showText([notice()], { approach: false })
    expect(screen.getByRole('group', { name: /^Notice/, hidden: true }).textContent).toContain('Notice')
  })
})
