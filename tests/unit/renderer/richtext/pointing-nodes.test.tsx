import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { own, type JsonObject } from '../../../../shared/json.ts'
import { paragraph, upload } from '../../shared/rich-text/build-nodes.ts'
import { here, resetSite } from '../fields/relation-site.tsx'
import { everything, rich } from './rich-text-fixtures.ts'

const { config, drawers, press, showText } = await import('./show-text.tsx')
const { WithLinkable } = await import('../../../../renderer/richtext/data-nodes/document-picker.tsx')
const { RichTextProvider } = await import('../../../../renderer/richtext/editor-context.tsx')
const { showFields } = await import('../fields/show-fields.tsx')
const { inSite } = await import('../fields/relation-site.tsx')
const { richText } = await import('../../shared/build-fields.ts')

beforeEach(resetSite)
beforeEach(() => Object.values(drawers).forEach((mock) => mock.mockReset()))
afterEach(cleanup)

const fire = (more: JsonObject = {}): JsonObject => ({
  ...upload('u1', { caption: 'A fire', 'x-old': 1 }, 5),
  'x-note': 'kept',
  ...more,
})
const place = (value: number, more: JsonObject = {}): JsonObject => ({
  type: 'relationship',
  version: 2,
  format: '',
  relationTo: 'places',
  value,
  ...more,
})
const group = (name: string) => screen.findByRole('group', { name })
const option = (name: string) => screen.findByRole('option', { name: new RegExp(`^${name}`) })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('an upload in a text', () => {
  it('S3.28 (part) shows its picture from this computer, what it is and what its fields say', async () => {
    await showText([fire()])
    const figure = await group('Upload: fire.png')
    expect(figure.textContent).toContain('19KB')
    expect(figure.textContent).toContain('image/png')
    expect(figure.textContent).toContain('A fire')
    expect(within(figure).getByRole('img').getAttribute('src')).toMatch(/^app:\/\/media\/media\/5/)
  })

  it('its fields are edited in a drawer, and everything else of it stays', async () => {
    const { held } = await showText([paragraph('a'), fire()])
    await group('Upload: fire.png')
    press('Fields of fire.png')
    const caption = within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Caption/ })
    fireEvent.change(caption, { target: { value: 'Embers' } })
    press('Save changes')
    await closed()
    expect(held()).toEqual([paragraph('a'), fire({ fields: { caption: 'Embers', 'x-old': 1 } })])
  })

  it('what is not right in its fields is led to: its drawer opens at the field', async () => {
    const { form } = await showText([fire({ fields: { caption: 'x'.repeat(50) } })])
    await group('Upload: fire.png')
    act(() => {
      form.validate()
      form.show('body')
    })
    const caption = within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Caption/ })
    await waitFor(() => expect(document.activeElement).toBe(caption))
    expect(caption.getAttribute('aria-invalid')).toBe('true')
  })

  it('another one is chosen from the list, or the document is opened', async () => {
    here.rows.push({ slug: 'media', id: '6', data: { filename: 'snow.png', mimeType: 'image/png' } })
    const { held } = await showText([fire()])
    await group('Upload: fire.png')
    press('Edit fire.png')
    expect(drawers.edit).toHaveBeenCalledWith({ kind: 'collection', slug: 'media', id: '5' })
    press('Choose another')
    fireEvent.click(await option('snow'))
    await closed()
    expect(held()).toEqual([fire({ value: 6 })])
    expect(await group('Upload: snow.png')).toBeTruthy()
  })

  it('is aligned from its menu where the site lets texts be aligned', async () => {
    const { held } = await showText([fire()])
    fireEvent.click(within(await group('Upload: fire.png')).getByRole('button', { name: /^Actions for / }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Centre' }))
    await waitFor(() => expect(held()).toEqual([fire({ format: 'center' })]))
  })

  it('says that it was deleted, or may not be seen, and can be removed', async () => {
    here.rows = here.rows.filter(({ slug }) => slug !== 'media')
    here.status = 'online'
    here.says = { 'media:5': { outcome: 'gone', message: '' } }
    const { held } = await showText([paragraph('a'), fire()])
    const lost = await group('Upload: Deleted')
    expect(within(lost).queryByRole('button', { name: /^Edit/ })).toBeNull()
    fireEvent.click(within(lost).getByRole('button', { name: /^Actions for / }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove/ }))
    await waitFor(() => expect(held()).toEqual([paragraph('a')]))
  })

  it('one that was received with its whole document is shown, and stays as it was', async () => {
    const whole = fire({ value: { id: 5, filename: 'fire.png' } })
    const { held } = await showText([whole])
    expect(await group('Upload: fire.png')).toBeTruthy()
    expect(held()).toEqual([whole])
  })
})

describe('a relationship in a text', () => {
  it('S3.07 (part) shows what it points at by its title, opens it, and points at another one', async () => {
    const { held } = await showText([place(1, { 'x-note': 'kept' })])
    await group('Place: Abisko')
    press('Edit Abisko')
    expect(drawers.edit).toHaveBeenCalledWith({ kind: 'collection', slug: 'places', id: '1' })
    press('Choose another')
    fireEvent.click(await option('Narvik'))
    await closed()
    expect(held()).toEqual([place(2, { 'x-note': 'kept' })])
  })

  it('a new one is chosen first and comes to where the caret was', async () => {
    const { command, held } = await showText([paragraph('a'), paragraph('b')])
    act(() => screen.getByRole('textbox', { name: 'Body' }).focus())
    await command('insert.relationship')
    fireEvent.click(await option('Oslo'))
    await closed()
    await waitFor(() => expect(held().some((node) => own(Object(node), 'value') === 3)).toBe(true))
    expect(held().find((node) => own(Object(node), 'value') === 3)).toEqual(place(3))
  })
})

describe('S6.07 nothing to choose from', () => {
  const show = async (collections: string[], fallback?: string) => {
    const given = { ...config, relationship: { collections } }
    const field = richText('body', { editor: given })
    return showFields([], {
      around: inSite(drawers),
      above: (
        <RichTextProvider
          value={{
            field,
            path: 'body',
            config: given,
            form: undefined as never,
            locale: 'en',
            readOnly: false,
            name: 'Body',
          }}
        >
          <div data-testid="place">
            <WithLinkable kind="relationship" {...(fallback !== undefined && { fallback })}>
              {(found) => found.map(({ slug }) => slug).join()}
            </WithLinkable>
          </div>
        </RichTextProvider>
      ),
    })
  }
  const shown = async () => (await screen.findByTestId('place')).textContent

  it('S6.07 none enabled: the fallback where one is given, else nothing', async () => {
    await show(['places', 'media', 'nowhere'])
    expect(await shown()).toBe('places')
    cleanup()
    await show(['media'], 'Nothing can be chosen')
    expect(await shown()).toBe('Nothing can be chosen')
    cleanup()
    await show([])
    expect(await shown()).toBe('')
    expect(everything.relationship).toBeNull()
  })
})

describe('in a text that may only be read', () => {
  const show = async (mayWrite: boolean) => {
    await showFields([richText('body', { label: 'Body', editor: everything })], {
      data: { body: rich(fire(), place(2)) },
      scope: { mayWrite: () => mayWrite },
      around: inSite(drawers),
    })
    await group('Upload: fire.png')
    await group('Place: Narvik')
  }

  it('an upload and another document are opened over the screen, and nothing else can be done', async () => {
    await show(false)
    press('Edit fire.png')
    press('Edit Narvik')
    expect(drawers.edit.mock.calls).toEqual([
      [{ kind: 'collection', slug: 'media', id: '5' }],
      [{ kind: 'collection', slug: 'places', id: '2' }],
    ])
    expect(within(screen.getByRole('document', { name: 'Body' })).getAllByRole('button')).toHaveLength(2)
  })

  it('before one that may be written is approached it has no buttons of its own', async () => {
    await show(true)
    expect(within(screen.getByRole('textbox', { name: 'Body' })).queryByRole('button')).toBeNull()
  })
})
