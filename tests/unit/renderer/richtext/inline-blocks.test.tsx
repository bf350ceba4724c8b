import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { $getNodeByKey, $getRoot, $isElementNode } from 'lexical'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isDataNode } from '../../../../renderer/richtext/data-nodes/data-node.ts'
import { childrenOf, fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { paragraph, text } from '../../shared/rich-text/build-nodes.ts'
import { resetSite } from '../fields/relation-site.tsx'

const { exported, showText } = await import('./show-text.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const fare = (fields: JsonObject = {}): JsonObject => ({
  type: 'inlineBlock',
  version: 1,
  'x-note': 'kept',
  fields: { id: 'f1', blockType: 'fare', blockName: '', amount: 12, 'x-old': { a: 1 }, ...fields },
})

const button = (name: string) => screen.getByRole('button', { name })
const drawer = () => screen.findByRole('dialog')
const amount = (within_: HTMLElement) =>
  within(within_).getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })

describe('an inline block', () => {
  it('S4.28 has the label of its block and buttons with the tooltips Edit and Remove with it, hidden where the editor is not editable', async () => {
    const { editor } = await showText([paragraph([text('It costs '), fare()])])
    expect(screen.getByRole('group', { name: 'Fare' }).textContent).toContain('Fare')
    for (const name of ['Edit Fare', 'Remove Fare']) {
      act(() => button(name).focus())
      fireEvent.keyDown(button(name), { key: 'Tab' })
      fireEvent.mouseEnter(button(name))
    }
    expect(button('Edit Fare')).toBeTruthy()
    expect(button('Remove Fare')).toBeTruthy()
    act(() => editor.setEditable(false))
    expect(screen.queryByRole('button', { name: 'Edit Fare' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove Fare' })).toBeNull()
    expect(screen.getByRole('group', { name: 'Fare' })).toBeTruthy()
  })

  it('S4.29 a new one with more than two fields opens its drawer Create Fare by itself; one that is there never, its drawer is Edit Fare; both are submitted by Save changes', async () => {
    const { editor, command } = await showText([paragraph([text('It costs '), fare()])])
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(button('Edit Fare'))
    expect(within(await drawer()).getByRole('heading', { name: 'Edit Fare' })).toBeTruthy()
    expect(button('Save changes')).toBeTruthy()
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => editor.update(() => void $getRoot().selectEnd()))
    await command('insert.inlineBlock.fare')
    expect(within(await drawer()).getByRole('heading', { name: 'Create Fare' })).toBeTruthy()
    expect(button('Save changes')).toBeTruthy()
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Its id and its name are all that it has: two fields.
    await command('insert.inlineBlock.mark')
    await screen.findByRole('group', { name: 'Mark' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('S4.30 S8.09 of an unknown type says so and has only a button that removes it', async () => {
    const { editor } = await showText([paragraph([text('a'), fare({ blockType: 'gone' })])])
    const chip = screen.getByRole('group', { name: "Error: Block 'gone' not found" })
    expect(chip.textContent).toBe("Error: Block 'gone' not found")
    expect(within(chip).getAllByRole('button')).toHaveLength(1)
    fireEvent.click(within(chip).getByRole('button', { name: 'Remove gone' }))
    await waitFor(() => expect(exported(editor).map((node) => childrenOf(node).length)).toEqual([1]))
  })

  it('S4.31 saving its drawer writes its fields, valid or not, keeps its type, and closes', async () => {
    const { editor } = await showText([paragraph([text('a'), fare()])])
    fireEvent.click(button('Edit Fare'))
    fireEvent.change(amount(await drawer()), { target: { value: '' } })
    fireEvent.click(button('Save changes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [, chip] = childrenOf(exported(editor)[0])
    expect(fieldsOf(chip)).toMatchObject({ id: 'f1', blockType: 'fare', 'x-old': { a: 1 } })
    expect(fieldsOf(chip)['amount'] ?? null).toBeNull()
    expect(chip).toMatchObject({ 'x-note': 'kept' })
    expect(screen.queryByText('This field is required.')).toBeNull()
  })

  it('S3.34 has fields {id, blockType, …} and a cache buster, which begins its form anew as it goes up', async () => {
    const { editor } = await showText([paragraph([text('a'), fare()])])
    fireEvent.click(button('Edit Fare'))
    fireEvent.change(amount(await drawer()), { target: { value: '13' } })
    const key = editor.read(() => {
      const line = $getRoot().getFirstChild()
      return $isElementNode(line) ? (line.getLastChild()?.getKey() ?? '') : ''
    })
    const node = () => {
      const found = $getNodeByKey(key)
      if (!isDataNode(found)) throw new Error('no such node')
      return found
    }
    expect(editor.read(() => [fieldsOf(node().getData()), node().getCacheBuster()])).toEqual([
      { id: 'f1', blockType: 'fare', blockName: '', amount: 12, 'x-old': { a: 1 } },
      0,
    ])
    act(() => editor.update(() => node().setData(fare({ amount: 40 })), { discrete: true }))
    expect(editor.read(() => node().getCacheBuster())).toBe(1)
    expect(amount(await drawer()).value).toBe('40')
  })

  it('is removed by its button', async () => {
    const { editor } = await showText([paragraph([text('a'), fare()])])
    fireEvent.click(button('Remove Fare'))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Fare' })).toBeNull())
    expect(childrenOf(exported(editor)[0])).toHaveLength(1)
  })
})
