import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, number, richText, row, tab, tabs, text, textarea } from '../../shared/build-fields.ts'
import { ToastRegion } from '../../../../renderer/ui/toast/toast-region.tsx'
import { toastQueue } from '../../../../renderer/ui/toast/toast-queue.ts'
import { showFields } from './show-fields.tsx'

beforeEach(() => {
  localStorage.clear()
  // jsdom lays nothing out, and lacks it.
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  act(() => toastQueue.clear())
  cleanup()
})

const locales = [
  { code: 'en', label: 'English' },
  { code: 'de', label: 'German' },
]
const fields: Field[] = [
  text('title', { label: 'Title', localized: true }),
  row([number('minutes', { label: 'Minutes' }), textarea('intro', { label: 'Intro', localized: true })]),
  array('links', [text('label', { label: 'Label', localized: true }), text('href', { label: 'Address' })], {
    label: 'Links',
    labels: { singular: 'Link', plural: 'Links' },
  }),
]
const data: JsonObject = {
  title: { en: 'Night train', de: 'Nachtzug' },
  minutes: 4,
  intro: { en: 'Slow is fast enough.' },
  links: [{ id: 'a', label: { en: 'Timetable' }, href: '/t' }],
}

const show = (own: Field[] = fields, more: Parameters<typeof showFields>[1] = {}) =>
  showFields(own, { data, scope: { locales }, beside: {}, above: <ToastRegion />, ...more })

const pair = (path: string) => {
  const found = document.querySelector<HTMLElement>(`[data-locale-pair="${path}"]`)
  if (found === null) throw new Error(`no pair ${path}`)
  return found
}
const side = (path: string, name: string) => within(within(pair(path)).getByRole('group', { name }))
const input = (path: string, name: string) => side(path, name).getByRole<HTMLInputElement>('textbox')
const type = (path: string, name: string, value: string) =>
  fireEvent.change(input(path, name), { target: { value } })
const toast = () => within(screen.getByRole('alertdialog'))

describe('two locales side by side', () => {
  it('each field with a value per locale is there twice, others and rows once', async () => {
    await show()
    expect(screen.getAllByRole('textbox', { name: /^Title/ })).toHaveLength(2)
    expect(screen.getAllByRole('textbox', { name: /^Minutes/ })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Actions for Link 01' })).toHaveLength(1)
    expect(screen.getAllByRole('textbox', { name: /^Address/ })).toHaveLength(1)
    expect(input('title', 'English').value).toBe('Night train')
    expect(input('title', 'German').value).toBe('Nachtzug')
  })

  it('both are edits of one document, in the order in which they were typed, and one undo goes over both', async () => {
    const { document: open } = await show()
    type('title', 'German', 'Der Nachtzug')
    type('title', 'English', 'The night train')
    expect(open.changes()).toMatchObject([
      { path: 'title', locale: 'de', to: 'Der Nachtzug' },
      { path: 'title', locale: 'en', to: 'The night train' },
    ])
    act(() => void open.undo())
    expect(input('title', 'English').value).toBe('Night train')
    act(() => void open.undo())
    expect(input('title', 'German').value).toBe('Nachtzug')
  })

  it('a row operation is done once, and the texts of the row belong to it in both', async () => {
    const { document: open } = await show()
    type('links.a.label', 'German', 'Fahrplan')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Link 01' }))
    fireEvent.click(screen.getByRole('menuitem', { name: /^Duplicate/ }))
    expect(open.data()['links']).toMatchObject([
      { label: { en: 'Timetable', de: 'Fahrplan' } },
      { label: { en: 'Timetable', de: 'Fahrplan' } },
    ])
  })

  it('a list that each locale has for itself stands in both, with rows of its own', async () => {
    const words = array('words', [text('word', { label: 'Word' })], {
      label: 'Words',
      labels: { singular: 'Word', plural: 'Words' },
      localized: true,
    })
    const { document: open } = await show([words], { data: { words: { en: [{ id: 'w', word: 'rail' }] } } })
    fireEvent.click(side('words', 'German').getByRole('button', { name: 'Add Word' }))
    expect(open.data()['words']).toMatchObject({ en: [{ id: 'w' }], de: [{}] })
    expect(side('words', 'English').getAllByRole('textbox', { name: 'Word' })).toHaveLength(1)
  })

  it('a field that is shown in the second locale opens what is around it', async () => {
    const inTabs = tabs(
      tab(null, [text('title', { localized: true })]),
      tab(null, [text('note', { localized: true })]),
    )
    const { german } = await show([{ ...inTabs, schemaPath: '_index-0' }])
    expect(screen.queryByRole('textbox', { name: 'note' })).toBeNull()
    act(() => german.show('note'))
    expect(screen.getAllByRole('textbox', { name: 'note' })).toHaveLength(2)
  })

  it('rich text that all locales share, with words of each inside it, stands there once', async () => {
    await show([richText('body', { label: 'Body', innerLocales: ['en', 'de'] })], { data: { body: null } })
    expect(screen.getAllByText('Body')).toHaveLength(1)
    expect(document.querySelector('[data-locale-pair]')).toBeNull()
  })

  it('each locale shows the fields and tabs that the server shows in it', async () => {
    const hidden = (...paths: string[]) =>
      new Map(paths.map((path) => [path, { visible: false, choices: null, filters: null, error: null }]))
    const own: Field[] = [
      text('title', { label: 'Title', localized: true, hasCondition: true }),
      {
        ...tabs({
          ...tab('more', [text('note', { label: 'Note', localized: true })]),
          label: 'More',
          hasCondition: true,
        }),
        schemaPath: '_index-1',
      },
    ]
    const { form, german } = await show(own)
    act(() => form.setOverlay(hidden('title', 'more')))
    expect(side('title', 'English').queryByRole('textbox')).toBeNull()
    expect(input('title', 'German').value).toBe('Nachtzug')
    expect(side('more.note', 'English').queryByRole('textbox')).toBeNull()
    expect(input('more.note', 'German').value).toBe('')
    act(() => german.setOverlay(hidden('title', 'more')))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('tab', { name: 'More' })).toBeNull()
  })

  it('what is not valid in either is counted, also in a list that each has for itself', async () => {
    const words = array('words', [text('word', { label: 'Word', required: true })], {
      label: 'Words',
      localized: true,
    })
    const inTab = { ...tab(null, [words, text('name', { required: true })]), label: 'Words' }
    const { form, german } = await show([{ ...tabs(inTab), schemaPath: '_index-0' }], {
      data: { words: { en: [{ id: 'a' }], de: [{ id: 'b' }, { id: 'c' }] } },
    })
    act(() => {
      form.validate()
      german.validate()
    })
    expect(screen.getByRole('tab').textContent).toContain('4')
  })

  it('content runs in the direction of its language, whatever that of the other is', async () => {
    await show(fields, {
      beside: { scope: { ...scopeOf('ar'), dir: 'rtl' }, names: { first: 'English', second: 'Arabic' } },
    })
    expect(input('title', 'Arabic').dir).toBe('rtl')
    expect(input('title', 'Arabic').lang).toBe('ar')
    expect(input('title', 'English').dir).toBe('ltr')
  })
})

const scopeOf = (locale: string) => ({
  server: 'nordlys',
  locale,
  dir: 'ltr' as const,
  locales,
  placeOf: () => 'main' as const,
  mayRead: () => true,
  mayWrite: () => true,
})

describe('what is said of a translation', () => {
  it('missing, where the source says something and this locale does not, until it is typed', async () => {
    await show()
    expect(side('intro', 'German').getByText('Missing')).toBeTruthy()
    expect(side('intro', 'English').queryByText('Missing')).toBeNull()
    expect(side('title', 'German').queryByText('Missing')).toBeNull()
    type('intro', 'German', 'Langsam')
    expect(side('intro', 'German').queryByText('Missing')).toBeNull()
    type('intro', 'English', '')
    type('intro', 'German', '')
    expect(side('intro', 'German').queryByText('Missing')).toBeNull()
  })

  it('older, where the source changed since the last publish and this locale did not; it says so', async () => {
    await show(fields, { beside: { reference: data } })
    expect(screen.queryByText('Older')).toBeNull()
    type('title', 'English', 'The night train')
    const mark = side('title', 'German').getByText('Older')
    expect(mark.title).toBe('English changed after the last publish, German did not')
    type('title', 'German', 'Der Nachtzug')
    expect(screen.queryByText('Older')).toBeNull()
  })
})

describe('copying from the other locale', () => {
  it('one field, by its button: one step for undo, and said', async () => {
    const { document: open } = await show()
    fireEvent.click(side('intro', 'German').getByRole('button', { name: 'Copy from English' }))
    expect(input('intro', 'German').value).toBe('Slow is fast enough.')
    expect(toast().getByText('Copied from English to German')).toBeTruthy()
    expect(side('intro', 'German').queryByRole('button', { name: 'Copy from English' })).toBeNull()
    act(() => void open.undo())
    expect(input('intro', 'German').value).toBe('')
    expect(open.changes()).toEqual([])
  })

  it('is not offered where the person may not write, or where the field is read-only', async () => {
    await show([text('title', { localized: true }), text('kept', { localized: true, readOnly: true })], {
      data: { title: { en: 'A' }, kept: { en: 'B' } },
      beside: { scope: { ...scopeOf('de'), mayWrite: (path) => path !== 'title' } },
    })
    expect(screen.queryByRole('button', { name: 'Copy from English' })).toBeNull()
    expect(screen.queryByText('Missing')).toBeNull()
  })

  it('a list that each locale has for itself has no more to copy once it was copied; the way back leaves newer words', async () => {
    const words = array('words', [text('word', { label: 'Word' })], { label: 'Words', localized: true })
    const { document: open, german } = await show([words], {
      data: { words: { en: [{ id: 'w', word: 'rail' }], de: [{ id: 'v', word: 'Gleis' }] } },
    })
    const button = () => side('words', 'German').queryByRole('button', { name: 'Copy from English' })
    fireEvent.click(button() ?? document.body)
    expect(german.read('words')).toMatchObject([{ word: 'rail' }])
    expect(button()).toBeNull()
    fireEvent.click(toast().getByRole('button', { name: 'Undo' }))
    expect(german.read('words')).toMatchObject([{ id: 'v', word: 'Gleis' }])
    expect(open.changes()).toEqual([])
    fireEvent.click(button() ?? document.body)
    fireEvent.change(side('words', 'German').getByRole('textbox', { name: 'Word' }), {
      target: { value: 'Schiene' },
    })
    fireEvent.click(toast().getByRole('button', { name: 'Undo' }))
    expect(german.read('words')).toMatchObject([{ word: 'Schiene' }])
  })

  it('one row fills what is empty in it; what is finished is overwritten only where nothing is, and can be had back', async () => {
    const two = array('links', [
      text('label', { label: 'Label', localized: true }),
      text('note', { label: 'Note', localized: true }),
    ])
    const { document: open, german } = await show(
      [{ ...two, labels: { singular: 'Link', plural: 'Links' } }],
      { data: { links: [{ id: 'a', label: { en: 'Timetable', de: 'Fahrplan' }, note: { en: 'Now' } }] } },
    )
    const copyRow = () => {
      fireEvent.click(screen.getByRole('button', { name: 'Actions for Link 01' }))
      fireEvent.click(screen.getByRole('menuitem', { name: 'Copy English to German' }))
    }
    copyRow()
    expect(german.read('links.a')).toMatchObject({ label: 'Fahrplan', note: 'Now' })
    expect(toast().getByText('Copied 1 field from English to German')).toBeTruthy()
    act(() => toastQueue.clear())
    copyRow()
    expect(german.read('links.a')).toMatchObject({ label: 'Timetable', note: 'Now' })
    fireEvent.click(toast().getByRole('button', { name: 'Undo' }))
    expect(german.read('links.a')).toMatchObject({ label: 'Fahrplan', note: 'Now' })
    expect(open.changes()).toHaveLength(1)
  })

  it('one row, from its menu', async () => {
    const { document: open } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Link 01' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy English to German' }))
    expect(open.data()).toMatchObject({
      links: [{ label: { en: 'Timetable', de: 'Timetable' }, href: '/t' }],
      intro: { en: 'Slow is fast enough.' },
    })
    act(() => void open.undo())
    expect(open.changes()).toEqual([])
  })

  it('one row from its usual source, where one locale is on the screen', async () => {
    const { document: open, german } = await showFields(fields, {
      data,
      locale: 'de',
      scope: { locales, locale: 'de', source: { code: 'en', label: 'English' } },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Link 01' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy English to German' }))
    expect(german.read('links.a.label')).toBe('Timetable')
    expect(open.changes()).toHaveLength(1)
  })
})

describe('the fallback of the site', () => {
  const inGerman = (fallbacks: { code: string; label: string }[]) =>
    showFields(fields, { data, locale: 'de', scope: { locales, locale: 'de', fallbacks } })

  it('shows as a placeholder that says of which locale it is, and is never content', async () => {
    const { document: open } = await inGerman([{ code: 'en', label: 'English' }])
    const intro = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Intro/ })
    expect(intro.value).toBe('')
    expect(intro.placeholder).toBe('English: \u2068Slow is fast enough.\u2069')
    act(() => intro.focus())
    fireEvent.blur(intro)
    await act(() => open.leave())
    expect(open.changes()).toEqual([])
    expect(await act(() => open.commit('save', 'de'))).toBeNull()
    fireEvent.change(intro, { target: { value: 'L' } })
    fireEvent.change(intro, { target: { value: '' } })
    expect(open.changes()).toEqual([])
  })

  it('there is none where the field says something, where the site has it off, and for what is shared', async () => {
    await inGerman([{ code: 'en', label: 'English' }])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).placeholder).toBe('')
    cleanup()
    await inGerman([])
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Intro/ }).placeholder).toBe('')
  })
})
