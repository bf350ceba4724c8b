import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { CallInput, SeoResult } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { tab, tabs, text } from '../../shared/build-fields.ts'
import { en, viewOf } from '../form/form-fixtures.ts'
import { here, inSite, main, resetSite } from './relation-site.tsx'
import { seoFields, type SeoOptions } from './seo-site.ts'

const { showFields } = await import('./show-fields.tsx')

beforeEach(() => {
  resetSite()
  here.status = 'online'
})
afterEach(cleanup)

type Options = SeoOptions & { inTabs?: boolean } & Omit<
    NonNullable<Parameters<typeof showFields>[1]>,
    'data' | 'around'
  >

const noDrawers = { edit: () => {}, create: () => {}, readAhead: () => {} }

/** Renders the group with its English content. */
async function show(
  meta: JsonObject = {},
  { generates, title, description, image, overview, inTabs = false, ...more }: Options = {},
) {
  const fields = seoFields({
    ...(generates !== undefined && { generates }),
    ...(title && { title }),
    ...(description && { description }),
    ...(image && { image }),
    ...(overview && { overview }),
  })
  const stored = Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, { en: value }]))
  const all = inTabs ? [tabs(tab(null, fields), tab(null, [text('other')]))] : fields
  const shown = await showFields(all, { data: { meta: stored }, around: inSite(noDrawers), ...more })
  await screen.findByText('Preview')
  return shown
}

/** Records questions, each answered on demand. */
function questions() {
  const asked: { question: CallInput<'seo.generate'>; answer: (result: SeoResult) => Promise<void> }[] = []
  here.makes = (question) =>
    new Promise((resolve) => {
      asked.push({ question, answer: (result) => act(() => Promise.resolve(resolve(result))) })
    })
  /** Returns the questions of a kind; the address is asked separately. */
  return (what: CallInput<'seo.generate'>['what']) => asked.filter(({ question }) => question.what === what)
}

const made = (result: string | number): SeoResult => ({ outcome: 'done', result })
const ofLength = (length: number) => 'x'.repeat(length)
const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(line(name), { target: { value } })
/** Buttons of title, description and image, in this order. */
const buttons = () => screen.queryAllByRole('button', { name: /^Auto-generate/ })
/** Returns the button of a field; its label changes while generating. */
const buttonOf = (what: 'title' | 'description' | 'image') => {
  const found = screen.getAllByRole('button', { name: /^Auto-generate|^Stop the/ })
  const one = found.find((each) => each.getAttribute('aria-describedby')?.endsWith(`meta.${what}-label`))
  if (!one) throw new Error(`no button for ${what}`)
  return one
}
const press = (at: number) => {
  const button = buttons()[at]
  if (!button) throw new Error('no button')
  fireEvent.click(button)
}
const toTab = (at: number) => {
  const chosen = screen.getAllByRole('tab')[at]
  if (!chosen) throw new Error('no tab')
  fireEvent.click(chosen)
}
/** Returns the last announcement. */
const spoken = () => document.querySelector('[aria-live="polite"]')?.textContent
const stopButton = () => screen.getByRole('button', { name: 'Stop the auto-generation' })

/** Returns a text's rating, and the length and colours of its bar. */
function meter(name: string) {
  const described = line(name).getAttribute('aria-describedby') ?? ''
  const place = document.getElementById(described.split(' ').find((id) => id.endsWith('-length')) ?? '')
  const [pill, track, count] = place?.children ?? []
  const bar = track?.firstElementChild
  const look = (element: Element | null | undefined) =>
    ['ok', 'short', 'warn', 'bad'].find((one) => element?.className.includes(one))
  return {
    word: pill?.textContent,
    hasSign: pill?.querySelector('svg') !== null,
    looks: [look(pill), look(bar)],
    bar: bar instanceof HTMLElement ? bar.style.inlineSize || bar.style.width : null,
    count: count?.textContent,
  }
}
const said = (name: string) => meter(name).count
const word = (name: string) => meter(name).word

const TITLE_TIP =
  'This should be between 50 and 60 characters. For help in writing quality meta titles, see best practices.'
const DESCRIPTION_TIP =
  'This should be between 100 and 150 characters. For help in writing quality meta descriptions, see best practices'

/** Finds a sentence with a link in it. */
const sentence = (words: string) =>
  screen.queryAllByText((_text, element) => element?.tagName === 'P' && element.textContent === words)

describe('the group', () => {
  it('S1.03 is called SEO and has title, description and image, in one locale each, with guidance and generation', async () => {
    await show()
    const group = screen.getByRole('group', { name: 'SEO' })
    const inGroup = within(group)
    expect(inGroup.getByRole('textbox', { name: 'Title' }).tagName).toBe('INPUT')
    expect(inGroup.getByRole('textbox', { name: 'Description' }).tagName).toBe('TEXTAREA')
    expect(inGroup.getByText('Meta Image')).toBeTruthy()
    expect(inGroup.getAllByText('en')).toHaveLength(3)
    expect(sentence(TITLE_TIP)).toHaveLength(1)
    expect(buttons()).toHaveLength(3)
  })

  it('S3.29 the image is an upload of the site’s collection, with the words about its size', async () => {
    const { form } = await show({ image: 5 })
    await screen.findByRole('row', { name: /fire\.png/ })
    expect(form.resolve('meta.image')?.field).toMatchObject({ type: 'upload', relationTo: ['media'] })
    expect(
      screen.getByText('Maximum upload file size: 12MB. Recommended file size for images is <500KB.'),
    ).toBeTruthy()
  })

  it('S3.30 the site’s label, length limits and whether it is required and localized count for the description', async () => {
    const { form } = await show(
      {},
      {
        description: { label: 'Summary', localized: false, minLength: 5, maxLength: 8, required: true },
      },
    )
    const frame = document.getElementById(`${form.id}-meta.description-label`)
    expect(frame?.textContent).toBe('Summary*')
    expect(frame?.parentElement?.textContent).toBe('Summary*Auto-generate')
    expect(line('Summary').getAttribute('aria-required')).toBe('true')
    expect(said('Summary')).toBe('0/5-8 chars, 5 to go')
    type('Summary', 'one')
    act(() => void form.validate())
    expect(screen.getByText(/longer than the minimum length of 5 characters/)).toBeTruthy()
    type('Summary', 'far too long')
    act(() => void form.validate())
    expect(screen.getByText(/shorter than the max length of 8 characters/)).toBeTruthy()
    expect(form.changes()[0]).toMatchObject({ path: 'meta.description', locale: null })
    cleanup()
    const plain = await show({}, { description: { required: true } })
    act(() => void plain.form.validate())
    expect(screen.getByText('This field is required.')).toBeTruthy()
  })
})

describe('title and description', () => {
  it('S2.62 the title has its tip with a link, and a button that has it made', async () => {
    await show()
    expect(sentence(TITLE_TIP)).toHaveLength(1)
    const [link] = screen.getAllByRole('link', { name: 'best practices' })
    expect(link?.getAttribute('href')).toBe(
      'https://developers.google.com/search/docs/advanced/appearance/title-link#page-titles',
    )
    expect(buttons()[0]?.textContent).toBe('Auto-generate')
    here.makes = ({ what }) => made(what === 'title' ? 'Porto before the ferries' : '')
    press(0)
    await waitFor(() => expect(line('Title').value).toBe('Porto before the ferries'))
  })

  it('S2.63 the description has its own tip, the indicator, and a button', async () => {
    await show({ description: ofLength(94) })
    expect(sentence(DESCRIPTION_TIP)).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: 'best practices' })[1]?.getAttribute('href')).toBe(
      'https://developers.google.com/search/docs/advanced/appearance/snippet#meta-descriptions',
    )
    expect(meter('Description')).toMatchObject({ word: 'Almost there', count: '94/100-150 chars, 6 to go' })
    here.makes = ({ what }) => made(what === 'description' ? 'Made by the site' : '')
    press(1)
    await waitFor(() => expect(line('Description').value).toBe('Made by the site'))
  })

  it('S4.17 a missing text is red, with an empty bar', async () => {
    await show({ description: '' })
    const missing = { word: 'Missing', looks: ['bad', 'bad'], bar: '0%', hasSign: true }
    expect([meter('Title'), meter('Description')]).toMatchObject([missing, missing])
  })

  it('S4.18 up to nine tenths of the least length it is too short, with the bar as far as that', async () => {
    await show({ title: 'x', description: ofLength(90) })
    expect(meter('Title')).toMatchObject({ word: 'Too short', looks: ['bad', 'short'], bar: '2%' })
    expect(meter('Description')).toMatchObject({ word: 'Too short', bar: '90%' })
    type('Title', ofLength(45))
    expect(meter('Title')).toMatchObject({ word: 'Too short', bar: '90%', hasSign: true })
  })

  it('S4.19 above nine tenths and below the least length it is almost there', async () => {
    await show({ title: ofLength(46), description: ofLength(91) })
    const almost = { word: 'Almost there', looks: ['warn', 'warn'], hasSign: true }
    expect(meter('Title')).toMatchObject({ ...almost, bar: '92%' })
    expect(meter('Description')).toMatchObject({ ...almost, bar: '91%' })
    type('Title', ofLength(49))
    type('Description', ofLength(99))
    expect(meter('Title')).toMatchObject({ ...almost, bar: '98%' })
    expect(meter('Description')).toMatchObject({ ...almost, bar: '99%' })
  })

  it('S4.20 within both limits it is good, and the bar begins again at the least length', async () => {
    await show({ title: ofLength(50), description: ofLength(125) })
    const good = { word: 'Good', looks: ['ok', 'ok'], hasSign: true }
    expect(meter('Title')).toMatchObject({ ...good, bar: '0%' })
    expect(meter('Description')).toMatchObject({ ...good, bar: '50%' })
    type('Title', ofLength(60))
    expect(meter('Title')).toMatchObject({ ...good, bar: '100%' })
  })

  it('S4.21 above the greatest length it is too long, with a full bar', async () => {
    await show({ title: ofLength(61), description: ofLength(151) })
    const long = { word: 'Too long', looks: ['bad', 'bad'], bar: '100%', hasSign: true }
    expect([meter('Title'), meter('Description')]).toMatchObject([long, long])
  })

  it('S5.19 a title is measured by 50 to 60 where the site says nothing, or 0', async () => {
    await show({ title: ofLength(49) }, { title: { minLength: 0 } })
    expect(sentence(TITLE_TIP)).toHaveLength(1)
    expect(said('Title')).toBe('49/50-60 chars, 1 to go')
    type('Title', ofLength(60))
    expect([word('Title'), said('Title')]).toEqual(['Good', '60/50-60 chars, 0 left over'])
  })

  it('S5.20 a description is measured by 100 to 150 where the site says nothing', async () => {
    await show({ description: ofLength(100) })
    expect(sentence(DESCRIPTION_TIP)).toHaveLength(1)
    expect([word('Description'), said('Description')]).toEqual(['Good', '100/100-150 chars, 50 left over'])
  })

  it('S5.21 the field’s own limits count for tip and indicator, those of the overview for the overview', async () => {
    await show(
      { title: ofLength(20) },
      {
        title: { minLength: 10, maxLength: 20 },
        overview: { titleOverrides: { minLength: 30, maxLength: 40 } },
      },
    )
    expect(
      sentence(
        'This should be between 10 and 20 characters. For help in writing quality meta titles, see best practices.',
      ),
    ).toHaveLength(1)
    expect([word('Title'), said('Title')]).toEqual(['Good', '20/10-20 chars, 0 left over'])
    expect(screen.getByText('0/3 checks are passing')).toBeTruthy()
    type('Title', ofLength(30))
    expect(word('Title')).toBe('Too long')
    expect(screen.getByText('1/3 checks are passing')).toBeTruthy()
  })

  it('S5.22 the count is followed by what is missing, may still come or has to go', async () => {
    await show({ title: ofLength(42), description: ofLength(163) })
    expect(said('Title')).toBe('42/50-60 chars, 8 to go')
    expect(said('Description')).toBe('163/100-150 chars, 13 too many')
    type('Title', ofLength(52))
    expect(said('Title')).toBe('52/50-60 chars, 8 left over')
    type('Title', '')
    expect(said('Title')).toBe('0/50-60 chars, 50 to go')
  })

  it('S9.07 the limits are 50 and 60, 100 and 150, and nine tenths', async () => {
    await show()
    expect([said('Title'), said('Description')]).toEqual([
      '0/50-60 chars, 50 to go',
      '0/100-150 chars, 100 to go',
    ])
    const words = [45, 46].map((length) => (type('Title', ofLength(length)), word('Title')))
    expect(words).toEqual(['Too short', 'Almost there'])
  })

  it('the input is described by the indicator and the tip, which are read with it', async () => {
    await show({ title: ofLength(52) })
    const described = (line('Title').getAttribute('aria-describedby') ?? '').split(' ')
    const words = described.map((id) => document.getElementById(id)?.textContent)
    expect(words).toEqual(['Good52/50-60 chars, 8 left over', TITLE_TIP])
  })
})

describe('the image', () => {
  it('S2.64 has a button, and says what it does; without a generator neither is there', async () => {
    const tip = 'Auto-generation will retrieve the selected hero image.'
    const { form } = await show()
    expect(screen.getByText(tip)).toBeTruthy()
    here.makes = ({ what }) => made(what === 'image' ? 5 : '')
    press(2)
    await waitFor(() => expect(form.getField('meta.image').value).toBe(5))
    await screen.findByRole('row', { name: /fire\.png/ })
    cleanup()
    await show({}, { generates: false })
    expect(screen.queryByText(tip)).toBeNull()
    expect(buttons()).toEqual([])
  })

  it('S2.68 its badge is green with an image and red without', async () => {
    const { form } = await show({ title: ofLength(5), description: ofLength(5) })
    expect(screen.getByText('No image').className).toContain('bad')
    expect(screen.queryByText('Good')).toBeNull()
    act(() => form.setField('meta.image', 5))
    expect(screen.getByText('Good').className).toContain('ok')
    expect(screen.queryByText('No image')).toBeNull()
  })
})

describe('the overview', () => {
  it('S2.65 is one line, live from the form', async () => {
    await show({ title: ofLength(50), image: 5 })
    expect(screen.getByText('2/3 checks are passing').tagName).toBe('P')
    type('Title', 'short')
    expect(screen.getByText('1/3 checks are passing')).toBeTruthy()
  })

  it('S2.67 counts title, description and image, by limits that the site may change, from 0 on', async () => {
    const { form } = await show()
    const counts = (words: string) => expect(screen.getByText(words)).toBeTruthy()
    counts('0/3 checks are passing')
    type('Title', ofLength(50))
    counts('1/3 checks are passing')
    type('Description', ofLength(150))
    counts('2/3 checks are passing')
    act(() => form.setField('meta.image', 5))
    counts('3/3 checks are passing')
    type('Description', ofLength(151))
    counts('2/3 checks are passing')
    cleanup()
    await show(
      { title: ofLength(10), description: ofLength(120) },
      {
        overview: {
          titleOverrides: { minLength: 5, maxLength: 10 },
          descriptionOverrides: { minLength: 0, maxLength: 110 },
        },
      },
    )
    counts('1/3 checks are passing')
  })
})

describe('the preview', () => {
  const preview = () => screen.getByRole('group', { name: 'Preview' })

  it('S2.61 shows address, title and description live, and that results may look different', async () => {
    const asked = questions()
    await show({ title: 'Porto', description: 'Before the ferries' })
    const inPreview = within(preview())
    expect(
      inPreview.getByText('Exact result listings may vary based on content and search relevancy.'),
    ).toBeTruthy()
    expect(inPreview.getByText('https://...')).toBeTruthy()
    expect(inPreview.getByText('Porto')).toBeTruthy()
    expect(inPreview.getByText('Before the ferries')).toBeTruthy()
    type('Title', 'Porto, early')
    type('Description', 'At five')
    expect(inPreview.getByText('Porto, early')).toBeTruthy()
    expect(inPreview.getByText('At five')).toBeTruthy()
    await asked('url')[0]?.answer(made('https://nordlys.travel/stories/porto'))
    expect(inPreview.getByText('https://nordlys.travel/stories/porto')).toBeTruthy()
    expect(inPreview.queryByText('https://...')).toBeNull()
    expect(inPreview.queryByRole('link')).toBeNull()
  })

  it('asks for the address once, of the document as it is in the form', async () => {
    const asked = questions()
    await show({ title: 'Porto' })
    expect(asked('url').map(({ question }) => question)).toMatchObject([
      { what: 'url', locale: 'en', data: { id: 7, meta: { title: 'Porto' } } },
    ])
    await asked('url')[0]?.answer(made('https://nordlys.travel/porto'))
    type('Title', 'Porto, early')
    act(() => main.emit('connection.changed', connection('offline')))
    act(() => main.emit('connection.changed', connection('online')))
    expect(asked('url')).toHaveLength(1)
  })

  it('says offline that the address needs the server, and asks as soon as there is one', async () => {
    here.status = 'offline'
    const asked = questions()
    await show()
    const inPreview = within(preview())
    expect(inPreview.getByText('The address appears once the server answers.')).toBeTruthy()
    expect(asked('url')).toHaveLength(0)
    act(() => main.emit('connection.changed', connection('online')))
    await waitFor(() => expect(asked('url')).toHaveLength(1))
    await asked('url')[0]?.answer({ outcome: 'refused', message: 'You are not allowed' })
    expect(inPreview.getByText('Not done. The server says: “You are not allowed”')).toBeTruthy()
    expect(inPreview.getByText('https://...')).toBeTruthy()
  })

  it('asks for it again when the server has made the document, and shows the old one until then', async () => {
    const asked = questions()
    const tmp = { kind: 'collection', slug: 'posts', id: 'tmp_1' } as const
    const { document } = await show({ title: 'Porto' }, { view: { ref: tmp, isNew: true } })
    await asked('url')[0]?.answer(made('https://nordlys.travel/'))
    act(() => {
      document.setRef({ ...tmp, id: '7' })
      document.receive(savedAt('2026-11-20T09:30:00.000Z'))
    })
    expect(screen.getByText('https://nordlys.travel/')).toBeTruthy()
    expect(asked('url')).toHaveLength(2)
    expect(asked('url')[1]?.question.ref).toMatchObject({ id: '7' })
    await asked('url')[1]?.answer(made('https://nordlys.travel/porto'))
    expect(screen.getByText('https://nordlys.travel/porto')).toBeTruthy()
    act(() => document.receive(savedAt('2026-11-20T09:31:00.000Z')))
    expect(asked('url')).toHaveLength(2)
  })

  it('saving does not stop the question; however often, one more follows the answer', async () => {
    const asked = questions()
    const { document } = await show({ title: 'Porto' })
    for (const minute of [31, 32, 33, 34, 35])
      act(() => document.receive(savedAt(`2026-11-20T09:${minute}:00.000Z`)))
    expect([asked('url').length, main.named('seo.stop')]).toEqual([1, []])
    await asked('url')[0]?.answer(made('https://nordlys.travel/porto'))
    expect(screen.getByText('https://nordlys.travel/porto')).toBeTruthy()
    expect(asked('url')).toHaveLength(2)
    await asked('url')[1]?.answer(made('https://nordlys.travel/porto-2'))
    expect(screen.getByText('https://nordlys.travel/porto-2')).toBeTruthy()
    expect(asked('url')).toHaveLength(2)
  })

  it('says why there is none until the next answer', async () => {
    const asked = questions()
    const { document } = await show()
    await asked('url')[0]?.answer({ outcome: 'refused', message: 'No slug.' })
    act(() => document.receive(savedAt('2026-11-20T09:31:00.000Z')))
    expect(asked('url')).toHaveLength(2)
    expect(screen.getByText('Not done. The server says: “No slug.”')).toBeTruthy()
    await asked('url')[1]?.answer(made('https://nordlys.travel/porto'))
    expect(screen.queryByText('Not done. The server says: “No slug.”')).toBeNull()
  })

  it('without a function of the site for it nothing is asked, and nothing said', async () => {
    const asked = questions()
    await show({}, { generates: false })
    expect(within(preview()).getByText('https://...')).toBeTruthy()
    expect(asked('url')).toEqual([])
  })

  it('reads in the direction of its language, the address from left to right', async () => {
    await show({ title: 'بورتو' }, { scope: { locale: 'ar', dir: 'rtl' } })
    const title = within(preview()).getByText('بورتو')
    expect(title.parentElement?.dir).toBe('rtl')
    expect(title.parentElement?.lang).toBe('ar')
    expect(within(preview()).getByText('https://...').getAttribute('dir')).toBe('ltr')
  })
})

/** Returns the document's view with another base revision. */
function savedAt(updatedAt: string) {
  const view = viewOf({ id: 7, meta: {} })
  return { ...view, base: { ...view.base, updatedAt } }
}

function connection(status: 'online' | 'offline') {
  return {
    status,
    since: status === 'online' ? '2026-11-20T09:10:00.000Z' : '2026-11-20T09:05:00.000Z',
    lastContact: null,
    problem: null,
  }
}

describe('having something made', () => {
  it('S2.66 is offered where the site has a function for it and the field may be written', async () => {
    await show()
    expect(buttons()).toHaveLength(3)
    cleanup()
    await show({}, { generates: false })
    expect(buttons()).toEqual([])
    cleanup()
    await show({}, { scope: { mayWrite: (path) => path !== 'meta.title' } })
    expect(buttons()).toHaveLength(2)
    cleanup()
    await show(
      {},
      { description: { admin: adminOf('MetaDescriptionComponent') }, scope: { mayWrite: () => false } },
    )
    expect(buttons()).toEqual([])
  })

  it('S7.16 asks for title, description and image on a press of the button, and never before', async () => {
    const asked = questions()
    await show({ title: 'Porto' })
    type('Title', 'Porto, early')
    fireEvent.blur(line('Title'))
    act(() => main.emit('connection.changed', connection('offline')))
    act(() => main.emit('connection.changed', connection('online')))
    expect([asked('title'), asked('description'), asked('image')]).toEqual([[], [], []])
    press(1)
    expect([asked('title').length, asked('description').length, asked('image').length]).toEqual([0, 1, 0])
  })

  it('S7.10 (part the fields) sets the field to the result, or empties it where there is none', async () => {
    const asked = questions()
    const { form, document } = await show({ title: 'Porto', description: 'Old', image: 5 })
    for (const name of ['title', 'description', 'image'] as const) {
      fireEvent.click(buttonOf(name))
    }
    await asked('title')[0]?.answer(made('Porto: a slow guide'))
    await asked('description')[0]?.answer(made(''))
    await asked('image')[0]?.answer(made(''))
    expect(line('Title').value).toBe('Porto: a slow guide')
    expect(line('Description').value).toBe('')
    expect(form.getField('meta.image').value).toBeNull()
    expect(screen.getByText('No image')).toBeTruthy()
    // The id that main extracted from an object, in the site's type.
    press(2)
    await asked('image')[1]?.answer(made('42'))
    expect(form.getField('meta.image').value).toBe(42)
    await asked('url')[0]?.answer(made('https://nordlys.travel/porto'))
    expect(screen.getByText('https://nordlys.travel/porto')).toBeTruthy()
    act(() => void document.undo())
    expect(form.getField('meta.image').value).toBeNull()
  })

  it('is one edit like any other, one step back', async () => {
    const asked = questions()
    const { form, document } = await show({ title: 'Porto' })
    type('Title', 'Porto, ear')
    press(0)
    await asked('title')[0]?.answer(made('Porto: a slow guide'))
    expect(form.changes()).toEqual([en('meta.title', 'Porto', 'Porto: a slow guide')])
    act(() => void document.undo())
    expect(line('Title').value).toBe('Porto, ear')
    act(() => void document.undo())
    expect(line('Title').value).toBe('Porto')
  })

  it('M.08 (part SEO) says offline that it needs the server, and asks nothing', async () => {
    here.status = 'offline'
    const asked = questions()
    await show()
    const [button] = buttons()
    expect(button?.textContent).toBe('Needs the server')
    expect(button?.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByRole('button', { name: 'Auto-generate: Needs the server' })).toHaveLength(3)
    press(0)
    expect(asked('title')).toEqual([])
  })

  it('leaves what was typed meanwhile, shows what came, and puts it there when it is told to', async () => {
    const asked = questions()
    const { form } = await show({ title: 'Porto' })
    press(0)
    type('Title', 'Porto by myself')
    await asked('title')[0]?.answer(made('Porto: a slow guide'))
    expect(line('Title').value).toBe('Porto by myself')
    // The text is announced, too.
    expect(screen.getAllByText('This field changed meanwhile, so it stays as it is.')).toHaveLength(2)
    expect(screen.getByText('Porto: a slow guide')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Keep current value' }))
    expect(screen.queryByText('Porto: a slow guide')).toBeNull()
    expect(form.changes()).toEqual([en('meta.title', 'Porto', 'Porto by myself')])
    press(0)
    type('Title', 'Porto again')
    await asked('title')[1]?.answer(made('Porto: a slow guide'))
    fireEvent.click(screen.getByRole('button', { name: 'Use generated value' }))
    expect(line('Title').value).toBe('Porto: a slow guide')
  })

  it('is stopped by its button and by Escape, and what comes then is let go', async () => {
    const asked = questions()
    const { form } = await show({ title: 'Porto' })
    press(0)
    expect(screen.getAllByText('Asking the server…').length).toBeGreaterThan(0)
    fireEvent.click(stopButton())
    await asked('title')[0]?.answer(made('Late'))
    press(0)
    fireEvent.keyDown(line('Title'), { key: 'Escape' })
    await asked('title')[1]?.answer(made('Later'))
    expect(form.changes()).toEqual([])
    expect(buttons()).toHaveLength(3)
    const ids = asked('title').map(({ question }) => question.id)
    expect(main.named('seo.stop')).toEqual(ids.map((id) => ({ id })))
  })

  it('is given up where its form goes off the screen', async () => {
    const asked = questions()
    const { form } = await show({ title: 'Porto' })
    press(0)
    cleanup()
    await asked('title')[0]?.answer(made('Late'))
    expect(form.changes()).toEqual([])
    expect(main.named('seo.stop')).toContainEqual({ id: asked('title')[0]?.question.id })
  })

  test.each<[string, SeoResult]>([
    ['No connection, so this was not done. Try again once the server answers.', { outcome: 'offline' }],
    ['You are signed out, so this was not done. Log in, then try again.', { outcome: 'signed-out' }],
    ['The server took too long, so this field stays as it is. Try again.', { outcome: 'too-slow' }],
    [
      'Not done. The server says: “You are not allowed.”',
      { outcome: 'refused', message: 'You are not allowed.' },
    ],
    ['Not done. The server refused it and gave no reason.', { outcome: 'refused', message: '' }],
    ['The generated value does not fit, so this field stays as it is.', { outcome: 'unusable' }],
  ])('says at the field and aloud: %s', async (words, answer) => {
    here.makes = ({ what }) => (what === 'url' ? made('https://nordlys.travel') : answer)
    const { form } = await show({ title: 'Porto' })
    press(0)
    await waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(1))
    const announced = screen.getAllByText(words).filter((element) => element.closest('[aria-live="polite"]'))
    expect(announced).toHaveLength(1)
    expect(form.changes()).toEqual([])
    expect(buttons()).toHaveLength(3)
    // It ends as soon as the field is edited.
    type('Title', 'By hand')
    expect(screen.getAllByText(words)).toEqual(announced)
    type('Title', 'Porto')
    expect(screen.getAllByText(words)).toEqual(announced)
  })

  test.each([{ hasMany: true }, { relationTo: ['media', 'pages'] }])(
    'is not offered for a picture of %o, which is no single id',
    async (more) => {
      await show({}, { image: { admin: adminOf('MetaImageComponent'), ...more } })
      expect(buttons()).toHaveLength(2)
      expect(screen.queryByText(/^Auto-generation will/)).toBeNull()
      expect(screen.getByText('No image')).toBeTruthy()
    },
  )

  it('goes on in a tab that is not in front, and is in the field there', async () => {
    const asked = questions()
    const { form } = await show({ title: 'Porto', description: 'Old' }, { inTabs: true })
    press(0)
    fireEvent.click(buttonOf('description'))
    toTab(1)
    expect(screen.queryByText('Preview')).toBeNull()
    await asked('title')[0]?.answer(made('Porto: a slow guide'))
    expect(form.getField('meta.title').value).toBe('Porto: a slow guide')
    expect(spoken()).toBe('Title was generated')
    toTab(0)
    expect(line('Title').value).toBe('Porto: a slow guide')
    expect(buttonOf('description').getAttribute('aria-label')).toBe('Stop the auto-generation')
    await asked('description')[0]?.answer(made('New'))
    expect(line('Description').value).toBe('New')
    expect(main.named('seo.stop')).toEqual([])
    await asked('url')[0]?.answer(made('https://nordlys.travel/porto'))
    toTab(1)
    toTab(0)
    expect(screen.getByText('https://nordlys.travel/porto')).toBeTruthy()
    expect(asked('url')).toHaveLength(1)
  })

  it('what waits to be used waits also in a tab that is not in front', async () => {
    const asked = questions()
    await show({ title: 'Porto' }, { inTabs: true })
    press(0)
    type('Title', 'Porto by myself')
    await asked('title')[0]?.answer(made('Porto: a slow guide'))
    toTab(1)
    toTab(0)
    fireEvent.click(screen.getByRole('button', { name: 'Use generated value' }))
    expect(line('Title').value).toBe('Porto: a slow guide')
  })

  it('is stopped where another locale takes the place of its own', async () => {
    const asked = questions()
    const { form, german, become } = await show({ title: 'Porto' })
    press(0)
    become({ form: german, scope: { locale: 'de' } })
    await asked('title')[0]?.answer(made('Late'))
    expect([form.changes(), main.named('seo.stop')]).toEqual([
      [],
      // The address of that locale, too.
      [{ id: asked('title')[0]?.question.id }, { id: asked('url')[0]?.question.id }],
    ])
    become({})
    expect(buttons()).toHaveLength(3)
  })

  it('is stopped where the field may not be written any more', async () => {
    const asked = questions()
    const { form, become } = await show({ title: 'Porto' })
    press(0)
    become({ scope: { mayWrite: () => false } })
    expect(main.named('seo.stop')).toEqual([{ id: asked('title')[0]?.question.id }])
    await asked('title')[0]?.answer(made('Late'))
    expect(form.changes()).toEqual([])
  })

  it('is put nowhere where the field may not be written any more when it comes, in front or not', async () => {
    const asked = questions()
    const { form, become } = await show({ title: 'Porto' }, { inTabs: true })
    press(0)
    toTab(1)
    become({ scope: { mayWrite: () => false } })
    await asked('title')[0]?.answer(made('Late'))
    expect(form.changes()).toEqual([])
  })

  it('says that nothing was made where the field is empty now, until it is written or that is undone', async () => {
    const asked = questions()
    const { document } = await show({ description: 'Old' })
    press(1)
    await asked('description')[0]?.answer(made(''))
    const words =
      'The server generated nothing for Description, so it is empty now. Undo brings the old value back.'
    expect(spoken()).toBe(words)
    expect(screen.getAllByText(words)).toHaveLength(2)
    act(() => void document.undo())
    expect(line('Description').value).toBe('Old')
    expect(screen.getAllByText(words)).toHaveLength(1)
    press(0)
    await asked('title')[0]?.answer(made(''))
    expect(spoken()).toBe('The server generated nothing for Title.')
    type('Title', 'x')
    type('Title', '')
    expect(screen.getAllByText('The server generated nothing for Title.')).toHaveLength(1)
  })

  it('shows a picture that waits to be used by its name, and nothing as that', async () => {
    const asked = questions()
    const { form } = await show({})
    const meanwhile = async (result: SeoResult, value: number | null) => {
      press(2)
      act(() => form.setField('meta.image', value))
      await asked('image').at(-1)?.answer(result)
    }
    await meanwhile(made(5), 6)
    expect(await screen.findByText('fire.png')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Keep current value' }))
    expect(screen.queryByText('fire.png')).toBeNull()
    await meanwhile(made(''), 7)
    expect(screen.getByText('Nothing')).toBeTruthy()
  })

  test.each(['Use generated value', 'Keep current value'])(
    'has the focus on its button after “%s”',
    async (choice) => {
      const asked = questions()
      await show({ title: 'Porto' })
      press(0)
      type('Title', 'Porto by myself')
      await asked('title')[0]?.answer(made('Porto: a slow guide'))
      const button = screen.getByRole('button', { name: choice })
      button.focus()
      fireEvent.click(button)
      expect(document.activeElement).toBe(buttonOf('title'))
    },
  )
})

/** Overrides replace the plugin's admin settings, so the component must be repeated. */
function adminOf(component: string) {
  const clientProps = { hasGenerateImageFn: true, hasGenerateDescriptionFn: true }
  return { components: { Field: { path: `@payloadcms/plugin-seo/client#${component}`, clientProps } } }
}
