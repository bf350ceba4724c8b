import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { $getNodeByKey, $getRoot, $isElementNode } from 'lexical'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isDataNode } from '../../../../renderer/richtext/data-nodes/data-node.ts'
import { childrenOf, fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { FormStateResult } from '../../../../shared/ipc.ts'
import { Tooltip } from '../../../../renderer/ui/tooltip/tooltip.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { element, heading, paragraph, rich, text } from '../../shared/rich-text/build-nodes.ts'
import { here, main, resetSite } from '../fields/relation-site.tsx'

const { press, showText } = await import('./show-text.tsx')
const { InlineBlockChip } =
  await import('../../../../renderer/richtext/features/inline-blocks/inline-block-chip.tsx')

beforeEach(resetSite)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const fare = (fields: JsonObject = {}): JsonObject => ({
  type: 'inlineBlock',
  version: 1,
  'x-note': 'kept',
  fields: { id: 'f1', blockType: 'fare', blockName: '', amount: 12, 'x-old': { a: 1 }, ...fields },
})

const button = (name: string) => screen.getByRole('button', { name })
const drawer = () => screen.findByRole('dialog')
const amount = (inside: HTMLElement) =>
  within(inside).getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function tooltipOf(name: string): Promise<string> {
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => button(name).focus())
  const { textContent } = await screen.findByRole('tooltip')
  act(() => button(name).blur())
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  return textContent
}

describe('an inline block', () => {
  it('S4.27 is drawn at once from the schema; its form asks the server with the operation update, takes the answer, and ends the question as it goes; where the schema is not here there is a shimmer of 15 by 40 px', async () => {
    const site = { serverRules: ['posts'] }
    let answer: (result: FormStateResult) => void = () => undefined
    here.rules = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await showText([paragraph([text('a'), fare()])], { site })
    expect(screen.getByRole('group', { name: 'Fare' }).textContent).toContain('Fare')
    expect(document.querySelector('[data-shimmer]')).toBeNull()
    press('Edit Fare')
    expect(amount(await drawer()).value).toBe('12')
    const asked = () => main.named('documents.formState')
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(asked()).toMatchObject([
      {
        isNew: false,
        locale: 'en',
        data: { id: 'f1', blockType: 'fare', amount: 12 },
        inside: { schemaPath: 'posts.body.inline.fare.fields', document: { body: expect.anything() } },
      },
    ])
    // A condition of the site hides the field.
    const hidden = { path: 'amount', visible: false, choices: null, filters: null, error: null }
    await act(async () => answer({ outcome: 'answered', fields: [hidden] }))
    expect(within(await drawer()).queryByRole('textbox', { name: /^Amount/ })).toBeNull()
    press('Cancel')
    await closed()
    await waitFor(() => expect(main.named('documents.stopFormState')).toHaveLength(1))
    cleanup()
    await renderInEnglish(<InlineBlockChip nodeKey="1" data={fare()} cacheBuster={0} />)
    const shimmer = document.querySelector<HTMLElement>('[data-shimmer]')
    expect([shimmer?.style.blockSize, shimmer?.style.inlineSize]).toEqual(['15px', '40px'])
  })

  it('what is missing in it is led to: its drawer opens at the field, once', async () => {
    const stop: JsonObject = {
      type: 'inlineBlock',
      version: 1,
      fields: { id: 's1', blockType: 'stop', blockName: '', place: '' },
    }
    const { form } = await showText([paragraph([text('a'), stop])])
    act(() => {
      form.validate()
      form.show('body')
    })
    const place = within(await drawer()).getByRole('textbox', { name: /^Place/ })
    await waitFor(() => expect(document.activeElement).toBe(place))
    expect(place.getAttribute('aria-invalid')).toBe('true')
    press('Cancel')
    await closed()
    act(() => form.show('body'))
    expect(await drawer()).toBeTruthy()
  })

  it('S4.28 has the label of its block and buttons with the tooltips Edit and Remove with it, hidden where the editor is not editable', async () => {
    const { editor } = await showText([paragraph([text('It costs '), fare()])])
    expect(screen.getByRole('group', { name: 'Fare' }).textContent).toContain('Fare')
    await renderInEnglish(<Tooltip />)
    expect(await tooltipOf('Edit Fare')).toBe('Edit Fare')
    expect(await tooltipOf('Remove Fare')).toBe('Remove Fare')
    act(() => editor().setEditable(false))
    expect(screen.queryByRole('button', { name: 'Edit Fare' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove Fare' })).toBeNull()
    expect(screen.getByRole('group', { name: 'Fare' })).toBeTruthy()
  })

  it('S4.29 a new one with more than two fields opens its drawer Create Fare by itself; one that is there never, its drawer is Edit Fare; both are submitted by Save changes', async () => {
    const { command, update } = await showText([paragraph([text('It costs '), fare()])])
    expect(screen.queryByRole('dialog')).toBeNull()
    press('Edit Fare')
    expect(within(await drawer()).getByRole('heading', { name: 'Edit Fare' })).toBeTruthy()
    expect(button('Save changes')).toBeTruthy()
    press('Cancel')
    await closed()
    update(() => $getRoot().selectEnd())
    await command('insert.inlineBlock.fare')
    expect(within(await drawer()).getByRole('heading', { name: 'Create Fare' })).toBeTruthy()
    expect(button('Save changes')).toBeTruthy()
    press('Cancel')
    await closed()
    // Its id and its name are all that it has: two fields.
    await command('insert.inlineBlock.mark')
    await screen.findByRole('group', { name: 'Mark' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('S4.30 S8.09 of an unknown type says so and has only a button that removes it', async () => {
    const { held } = await showText([paragraph([text('a'), fare({ blockType: 'gone' })])])
    const chip = screen.getByRole('group', { name: "Error: Block 'gone' not found" })
    expect(chip.textContent).toBe("Error: Block 'gone' not found")
    expect(within(chip).getAllByRole('button')).toHaveLength(1)
    fireEvent.click(within(chip).getByRole('button', { name: 'Remove gone' }))
    await waitFor(() => expect(held().map((node) => childrenOf(node).length)).toEqual([1]))
  })

  it('S4.31 saving its drawer writes its fields, valid or not, keeps its type, and closes', async () => {
    const { held } = await showText([paragraph([text('a'), fare()])])
    press('Edit Fare')
    fireEvent.change(amount(await drawer()), { target: { value: '' } })
    expect(fieldsOf(childrenOf(held()[0])[1])['amount']).toBe(12)
    press('Save changes')
    await closed()
    const [, chip] = childrenOf(held()[0])
    expect(fieldsOf(chip)).toEqual({
      id: 'f1',
      blockType: 'fare',
      blockName: '',
      amount: null,
      'x-old': { a: 1 },
    })
    expect(chip).toMatchObject({ 'x-note': 'kept' })
    expect(screen.queryByText('This field is required.')).toBeNull()
  })

  it('S3.34 has fields {id, blockType, …} and a cache buster, which begins its form anew as it goes up', async () => {
    const { editor, update } = await showText([paragraph([text('a'), fare()])])
    press('Edit Fare')
    fireEvent.change(amount(await drawer()), { target: { value: '13' } })
    const key = editor().read(() => {
      const line = $getRoot().getFirstChild()
      return $isElementNode(line) ? (line.getLastChild()?.getKey() ?? '') : ''
    })
    const node = () => {
      const found = $getNodeByKey(key)
      if (!isDataNode(found)) throw new Error('no such node')
      return found
    }
    expect(editor().read(() => [fieldsOf(node().getData()), node().getCacheBuster()])).toEqual([
      { id: 'f1', blockType: 'fare', blockName: '', amount: 12, 'x-old': { a: 1 } },
      0,
    ])
    update(() => node().setData(fare({ amount: 40 })))
    expect(editor().read(() => node().getCacheBuster())).toBe(1)
    expect(amount(await drawer()).value).toBe('40')
  })

  it('its drawer stays open, with what is typed in it, while its line becomes another one from outside', async () => {
    const { held, form } = await showText([paragraph([text('It costs '), fare()])])
    press('Edit Fare')
    fireEvent.change(amount(await drawer()), { target: { value: '13' } })
    const input = amount(await drawer())
    act(() => input.focus())
    act(() => form.setField('body', rich(paragraph([text('Now it costs '), fare(), text(' only')]))))
    expect(document.activeElement).toBe(input)
    expect(amount(await drawer()).value).toBe('13')
    press('Save changes')
    await closed()
    expect(held()).toEqual([paragraph([text('Now it costs '), fare({ amount: 13 }), text(' only')])])
  })

  it('its drawer shows what somebody else has changed in it', async () => {
    const { form } = await showText([heading('Prices'), paragraph([text('It costs '), fare()])])
    press('Edit Fare')
    expect(amount(await drawer()).value).toBe('12')
    const line = element('heading', [text('It costs now '), fare({ amount: 40 })], { tag: 'h3' })
    act(() => form.setField('body', rich(line)))
    expect(amount(await drawer()).value).toBe('40')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('is removed by its button, and an undo of the document brings it back', async () => {
    const { held, document: opened } = await showText([paragraph([text('a'), fare()])])
    press('Remove Fare')
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Fare' })).toBeNull())
    expect(childrenOf(held()[0])).toHaveLength(1)
    act(() => void opened.undo())
    expect(childrenOf(held()[0])[1]).toEqual(fare())
    expect(await screen.findByRole('group', { name: 'Fare' })).toBeTruthy()
  })
})
