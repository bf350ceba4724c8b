import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../shared/json.ts'
import {
  array,
  base,
  block,
  blocks,
  checkbox,
  code,
  date,
  email,
  group,
  json,
  number,
  point,
  radio,
  relation,
  row,
  select,
  tab,
  tabs,
  text,
  textarea,
  upload,
} from '../../shared/build-fields.ts'
import { inSite, resetSite } from './relation-site.tsx'

const { showFields } = await import('./show-fields.tsx')

/* Tests for all types of fields: mouse, keyboard, read-only, localized, error, right to left. Tests of single types
   are next to this file. */

beforeAll(() => {
  // jsdom has no layout, and lacks functions that the code editor measures with.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
})
beforeEach(resetSite)
afterEach(cleanup)

type More = { readOnly?: boolean; required?: boolean; localized?: boolean }
type Kind = {
  make: (more: More) => Field
  /** The initial value, and the results of mouse and keyboard. */
  value: Json
  mouse?: { act: () => void | Promise<void>; to: Json }
  keyboard?: { act: () => void | Promise<void>; to: Json }
  /** Error of a required empty field. */
  error: string
  /** Text direction of the control itself in a right-to-left locale; null: the window's. */
  rtl: 'rtl' | 'ltr' | 'auto' | null
  /** Returns a result once the value is shown. */
  shows: () => unknown
}

const REQUIRED = 'This field is required.'
const label = { label: 'Field' }
const named = (role: string) => screen.getByRole(role, { name: /Field/ })
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Field/ })
const type = (value: string) => () => {
  box().focus()
  // fireEvent would send the event even so, unlike a key.
  if (!box().readOnly) fireEvent.change(box(), { target: { value } })
}
const press = (name: string | RegExp) => () =>
  void fireEvent.click(
    screen.getByRole('button', { name: typeof name === 'string' ? new RegExp(name) : name }),
  )
async function editor(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: /^Field/ }))
  if (view === null) throw new Error('no editor')
  return view
}
const retype = (insert: string) => async () => {
  const view = await editor()
  if (view.state.readOnly) return
  act(() =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: 'input.type' }),
  )
}
const spinbutton = (part: RegExp) => screen.getByRole('spinbutton', { name: part })

const kinds: Record<string, Kind> = {
  text: {
    make: (more) => text('f', { ...label, ...more }),
    value: 'Narvik',
    keyboard: { act: type('Boden'), to: 'Boden' },
    error: REQUIRED,
    rtl: 'rtl',
    shows: () => box().value === 'Narvik',
  },
  'several texts': {
    make: (more) => text('f', { ...label, hasMany: true, ...more }),
    value: ['one', 'two'],
    mouse: { act: press('Remove one'), to: ['two'] },
    keyboard: {
      act: () => {
        const input = screen.queryByRole<HTMLInputElement>('textbox')
        if (!input || input.readOnly) return
        fireEvent.change(input, { target: { value: 'three' } })
        fireEvent.keyDown(input, { key: 'Enter' })
      },
      to: ['one', 'two', 'three'],
    },
    error: 'This field requires at least 1 Row.',
    rtl: 'rtl',
    shows: () => screen.getByText('one'),
  },
  textarea: {
    make: (more) => textarea('f', { ...label, ...more }),
    value: 'One\nline',
    keyboard: { act: type('Two\nlines'), to: 'Two\nlines' },
    error: REQUIRED,
    rtl: 'rtl',
    shows: () => box().value === 'One\nline',
  },
  email: {
    make: (more) => email('f', { ...label, ...more }),
    value: 'a@example.com',
    keyboard: { act: type('b@example.com'), to: 'b@example.com' },
    error: 'Please enter a valid email address.',
    rtl: 'ltr',
    shows: () => box().value === 'a@example.com',
  },
  number: {
    make: (more) => number('f', { ...label, ...more }),
    value: 4,
    keyboard: { act: () => void fireEvent.keyDown(box(), { key: 'ArrowUp' }), to: 5 },
    error: REQUIRED,
    rtl: 'ltr',
    shows: () => box().value === '4',
  },
  checkbox: {
    make: (more) => ({ ...checkbox('f'), ...label, ...more }),
    value: false,
    mouse: { act: () => void fireEvent.click(named('checkbox')), to: true },
    // The space bar sends a click.
    keyboard: { act: () => void fireEvent.click(named('checkbox'), { detail: 0 }), to: true },
    error: 'This field can only be equal to true or false.',
    rtl: null,
    shows: () => named('checkbox'),
  },
  radio: {
    make: (more) => radio('f', ['train', 'ferry'], { ...label, ...more }),
    value: 'train',
    mouse: { act: () => void fireEvent.click(screen.getByRole('radio', { name: 'ferry' })), to: 'ferry' },
    keyboard: {
      act: () => {
        const chosen = screen.getByRole('radio', { name: 'train' })
        act(() => chosen.focus())
        fireEvent.keyDown(chosen, { key: 'ArrowDown' })
      },
      to: 'ferry',
    },
    error: REQUIRED,
    rtl: null,
    shows: () => screen.getByRole<HTMLInputElement>('radio', { name: 'train' }).checked,
  },
  select: {
    make: (more) => select('f', ['north', 'south'], { ...label, ...more }),
    value: 'north',
    mouse: {
      act: () => {
        press(/north/)()
        fireEvent.click(screen.getByRole('option', { name: 'south' }))
      },
      to: 'south',
    },
    keyboard: {
      act: () => {
        const button = screen.getByRole('button', { name: /north/ })
        fireEvent.keyDown(button, { key: 'ArrowDown' })
        fireEvent.keyUp(button, { key: 'ArrowDown' })
        fireEvent.click(screen.getByRole('option', { name: 'south' }), { detail: 0 })
      },
      to: 'south',
    },
    error: REQUIRED,
    rtl: null,
    shows: () => screen.getByRole('button', { name: /north/ }),
  },
  date: {
    make: (more) => date('f', { ...label, appearance: 'dayOnly', ...more }),
    value: '2026-11-20T12:00:00.000Z',
    mouse: { act: press(/^Clear/), to: null },
    keyboard: {
      act: () => void fireEvent.keyDown(spinbutton(/^day/), { key: 'ArrowUp' }),
      to: '2026-11-21T12:00:00.000Z',
    },
    error: REQUIRED,
    rtl: null,
    shows: () => spinbutton(/^day/).textContent === '20',
  },
  point: {
    make: (more) => point('f', { ...label, ...more }),
    value: [18, 68],
    keyboard: {
      act: () =>
        void fireEvent.keyDown(screen.getByRole('textbox', { name: /^Latitude/ }), { key: 'ArrowUp' }),
      to: [18, 69],
    },
    error: REQUIRED,
    rtl: 'ltr',
    shows: () => screen.getByDisplayValue('68'),
  },
  code: {
    make: (more) => code('f', { ...label, language: 'css', ...more }),
    value: 'a {}',
    keyboard: { act: retype('b {}'), to: 'b {}' },
    error: REQUIRED,
    rtl: null,
    shows: async () => (await editor()).state.doc.toString() === 'a {}',
  },
  json: {
    make: (more) => json('f', { ...label, ...more }),
    value: { a: 1 },
    keyboard: { act: retype('{"a": 2}'), to: { a: 2 } },
    error: REQUIRED,
    rtl: null,
    shows: async () => (await editor()).state.doc.toString().includes('"a"'),
  },
  relationship: {
    make: (more) => relation('f', { ...label, relationTo: ['places'], ...more }),
    value: 2,
    mouse: { act: press('Clear Field'), to: null },
    error: REQUIRED,
    rtl: 'auto',
    shows: () => screen.findByDisplayValue('Narvik'),
  },
  upload: {
    make: (more) => upload('f', { ...label, ...more }),
    value: 5,
    mouse: { act: press(/^Remove fire.png/), to: null },
    error: REQUIRED,
    rtl: null,
    shows: () => screen.findByRole('row', { name: /fire\.png/ }),
  },
}

/** True if a screen reader says of a control that it is required: the control itself, or what describes it. */
function isHeardAsRequired(): boolean {
  const controls = [...document.querySelectorAll('[aria-required=true], input:required, textarea:required')]
  const described = [...document.querySelectorAll('[aria-describedby]')].flatMap((element) =>
    (element.getAttribute('aria-describedby') ?? '').split(' '),
  )
  return (
    controls.some((control) => control.closest('[aria-hidden=true], [hidden]') === null) ||
    described.some((id) => document.getElementById(id)?.textContent === 'required')
  )
}
async function tryTo(way: (() => void | Promise<void>) | undefined): Promise<void> {
  try {
    await way?.()
  } catch (error) {
    // Only a missing control is no failure.
    if (!(error instanceof Error && error.name === 'TestingLibraryElementError')) throw error
  }
}
/** Returns the text direction of the field's control itself; null: the window's. */
function directionOfControl(): string | null {
  const control = document.querySelector(
    '[id$="-f"]:is(input, textarea), [id$="-f"] input, [id$="-f"] textarea',
  )
  return control?.closest('body [dir]')?.getAttribute('dir') ?? null
}

const drawers = { edit: () => undefined, create: () => undefined, readAhead: () => undefined }
type Options = NonNullable<Parameters<typeof showFields>[1]>

async function show(field: Field, value: Json, more: Options = {}) {
  const shown = await showFields([field], { data: { f: value }, around: inSite(drawers), ...more })
  await waitFor(() => expect(document.querySelector('[id$="-f-label"]')).not.toBeNull())
  return shown
}
const rtl: Options = { scope: { dir: 'rtl', locale: 'en' } }

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  for (const [means, way] of [
    ['by the mouse', kind.mouse],
    ['by the keyboard', kind.keyboard],
  ] as const) {
    if (way === undefined) continue
    it(`is edited ${means}`, async () => {
      const { form } = await show(kind.make({}), kind.value)
      await waitFor(async () => expect(await kind.shows()).toBeTruthy())
      await way.act()
      expect(form.read('f')).toEqual(way.to)
      expect(form.changes().map(({ path, locale }) => [path, locale])).toEqual([['f', null]])
    })
  }

  it('read-only it shows its value, and nothing that is pressed changes it', async () => {
    const { form } = await show(kind.make({ readOnly: true }), kind.value)
    await waitFor(async () => expect(await kind.shows()).toBeTruthy())
    // The control may be missing.
    for (const way of [kind.mouse, kind.keyboard]) await tryTo(way?.act)
    expect(form.changes()).toEqual([])
    expect(form.read('f')).toEqual(kind.value)
  })

  it('localized it says of which language it is, and leaves the other as it was', async () => {
    const stored = { en: kind.value, de: kind.value }
    const { form, german } = await show(kind.make({ localized: true }), stored)
    expect(screen.getByText('en')).toBeTruthy()
    const way = kind.keyboard ?? kind.mouse
    await waitFor(async () => expect(await kind.shows()).toBeTruthy())
    await way?.act()
    expect(form.changes().map(({ path, locale }) => [path, locale])).toEqual([['f', 'en']])
    expect(german.read('f')).toEqual(kind.value)
  })

  it('required and empty it says so, where a reader of the screen hears it', async () => {
    const { form } = await show(kind.make({ required: true }), null, { data: {} })
    act(() => void form.validate())
    const said = await screen.findByText(kind.error)
    const holder = said.closest('[id$="-error"]')
    expect(holder).not.toBeNull()
    const heard = [...document.querySelectorAll('[aria-describedby]')].filter((element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').includes(holder?.id ?? ''),
    )
    expect(heard.length).toBeGreaterThan(0)
  })

  it('a reader of the screen hears whether it is required', async () => {
    await show(kind.make({ required: true }), kind.value)
    await waitFor(async () => expect(await kind.shows()).toBeTruthy())
    expect(isHeardAsRequired()).toBe(true)
    cleanup()
    await show(kind.make({}), kind.value)
    await waitFor(async () => expect(await kind.shows()).toBeTruthy())
    expect(isHeardAsRequired()).toBe(false)
  })

  it('in a language from right to left it is written so where it holds words', async () => {
    await show(kind.make({ localized: true }), { en: kind.value }, rtl)
    await waitFor(async () => expect(await kind.shows()).toBeTruthy())
    expect(directionOfControl()).toBe(kind.rtl)
  })
})

describe.each([
  ['group', (inner: Field[], more: More) => group('g', inner, more.localized === true)],
  ['row', (inner: Field[]) => row(inner)],
  [
    'collapsible',
    (inner: Field[]): Field => ({
      ...base,
      type: 'collapsible',
      label: 'Box',
      initCollapsed: false,
      fields: inner,
    }),
  ],
  ['tabs', (inner: Field[]) => tabs(tab(null, inner))],
  ['array', (inner: Field[], more: More) => array('g', inner, more)],
  ['blocks', (inner: Field[], more: More) => blocks('g', [block('plain', inner)], more)],
] as const)('%s', (name, around) => {
  const at = name === 'group' ? 'g.f' : name === 'array' || name === 'blocks' ? 'g.r1.f' : 'f'
  const holding = (value: Json): Record<string, Json> => {
    if (name === 'group') return { g: { f: value } }
    if (name === 'array') return { g: [{ id: 'r1', f: value }] }
    if (name === 'blocks') return { g: [{ id: 'r1', blockType: 'plain', f: value }] }
    return { f: value }
  }
  const inside = async (more: More, value: Json, options: Options = {}) =>
    showFields([around([text('f', { ...label, ...more })], {})], {
      data: holding(value),
      around: inSite(drawers),
      ...options,
    })

  it('what is in it is typed, read only, and of a language as it is elsewhere', async () => {
    const { form } = await inside({}, 'one')
    await waitFor(() => expect(box().value).toBe('one'))
    type('two')()
    expect(form.read(at)).toBe('two')
    cleanup()

    await inside({ readOnly: true }, 'one')
    await waitFor(() => expect(box().readOnly).toBe(true))
    cleanup()

    const localized = await inside({ localized: true }, { en: 'one', de: 'eins' }, rtl)
    await waitFor(() => expect(box().value).toBe('one'))
    expect(screen.getByText('en')).toBeTruthy()
    expect(box().dir).toBe('rtl')
    type('two')()
    expect(localized.german.read(at)).toBe('eins')
  })

  it('a reader of the screen hears whether its rows are required', async () => {
    if (name !== 'array' && name !== 'blocks') return
    for (const required of [true, false]) {
      await showFields([{ ...around([text('f', label)], {}), required }], { data: {} })
      expect(isHeardAsRequired()).toBe(required)
      cleanup()
    }
  })

  it('what is wrong in it is said at its place', async () => {
    const { form } = await inside({ required: true }, null)
    await waitFor(() => expect(box()).toBeTruthy())
    act(() => void form.validate())
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(REQUIRED)).toBeTruthy()
  })
})
