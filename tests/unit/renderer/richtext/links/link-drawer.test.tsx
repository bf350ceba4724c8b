import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { $getRoot } from 'lexical'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { link, paragraph, text } from '../../../shared/rich-text/build-nodes.ts'
import { resetSite } from '../../fields/relation-site.tsx'
import { rich } from '../rich-text-fixtures.ts'
import { fullEditor } from './site-editors.ts'

const { config, press, showText } = await import('../show-text.tsx')

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
const drawer = () => screen.findByRole('dialog', { name: 'Edit Link' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function enterAddress(url: string): Promise<void> {
  fireEvent.change(within(await drawer()).getByRole('textbox', { name: /^Enter a URL/ }), {
    target: { value: url },
  })
}

it('shows the panel of a link until the focus leaves the text', async () => {
  const stored = link('two', { linkType: 'custom', url: 'https://a.example', newTab: false })
  const { update } = await showText([paragraph([text('one '), stored])], { given })
  update(() => void $getRoot().getAllTextNodes()[1]?.select(1, 1))
  const panel = await screen.findByLabelText('Link at the caret')
  act(() => panel.focus())
  expect(screen.queryByLabelText('Link at the caret')).toBe(panel)
  act(() => screen.getByRole('textbox', { name: 'Body' }).focus())
  expect(screen.queryByLabelText('Link at the caret')).toBe(panel)
  const elsewhere = document.body.appendChild(document.createElement('button'))
  act(() => elsewhere.focus())
  elsewhere.remove()
  expect(screen.queryByLabelText('Link at the caret')).toBeNull()
})

describe('the drawer of a link, while the paragraph becomes another one from outside', () => {
  it('makes a link of the words that were selected as it opened, where they are by now', async () => {
    const { form, update, command, held } = await showText([paragraph('one two three')], { given })
    update(() => void $getRoot().getAllTextNodes()[0]?.select(4, 7))
    await command('link.edit')
    await enterAddress('https://two.example')
    act(() => form.setField('body', rich(paragraph('Now one two three'))))
    press('Apply')
    await closed()
    expect(held()).toMatchObject([
      {
        children: [
          { text: 'Now one ' },
          { type: 'link', fields: { url: 'https://two.example' }, children: [{ text: 'two' }] },
          { text: ' three' },
        ],
      },
    ])
  })

  it('makes none of other words', async () => {
    const { form, update, command, held } = await showText([paragraph('one two three')], { given })
    update(() => void $getRoot().getAllTextNodes()[0]?.select(4, 7))
    await command('link.edit')
    await enterAddress('https://two.example')
    const other = paragraph('one deux three')
    act(() => form.setField('body', rich(other)))
    press('Apply')
    expect(await drawer()).toBeTruthy()
    expect(held()).toEqual([other])
  })

  it('changes its link, also one that has no id', async () => {
    const { id: _, ...stored } = link('two', { linkType: 'custom', url: 'https://a.example', newTab: false })
    const { form, update, command, held } = await showText([paragraph([text('one '), stored])], { given })
    update(() => void $getRoot().getAllTextNodes()[1]?.select(1, 1))
    await command('link.edit')
    await enterAddress('https://b.example')
    act(() => form.setField('body', rich(paragraph([text('Now one '), stored, text('.')]))))
    press('Apply')
    await closed()
    const changed = { ...stored, fields: { linkType: 'custom', url: 'https://b.example', newTab: false } }
    expect(held()).toEqual([paragraph([text('Now one '), changed, text('.')])])
  })

  it('changes no other link to the same address once its own is gone', async () => {
    const { id: _, ...stored } = link('two', { linkType: 'custom', url: 'https://a.example', newTab: false })
    const texts = [paragraph([text('one '), stored]), paragraph([text('other '), stored])]
    const { form, update, command, held } = await showText(texts, { given })
    update(() => void $getRoot().getAllTextNodes()[1]?.select(1, 1))
    await command('link.edit')
    await enterAddress('https://b.example')
    const left = [paragraph([text('others '), stored])]
    act(() => form.setField('body', rich(...left)))
    press('Apply')
    expect(await drawer()).toBeTruthy()
    expect(held()).toEqual(left)
  })
})
