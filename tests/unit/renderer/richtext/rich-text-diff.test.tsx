import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { RichTextDiff } from '../../../../renderer/richtext/diff/rich-text-diff.tsx'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { parseEditor } from '../../../../shared/fields/richText/parse-editor.ts'
import type { Json } from '../../../../shared/json.ts'
import { block as blockType, text as textField } from '../../shared/build-fields.ts'
import {
  block,
  cell,
  heading,
  link,
  list,
  listItem,
  paragraph,
  rich,
  rule,
  table,
  text,
  upload,
} from '../../shared/rich-text/build-nodes.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

afterEach(cleanup)

const config: RichTextEditor = {
  ...parseEditor({}, 'editor:E', () => []),
  blocks: [blockType('notice', [textField('tone', { label: 'Tone' })])],
}

function Diff({ before, after }: { before: Json; after: Json }) {
  const words = useT()
  const context = { ...valueContext(), t: words.t, ...words.valueWords }
  return <RichTextDiff before={before} after={after} config={config} context={context} />
}
const show = async (before: Json[], after: Json[]) =>
  renderInEnglish(<Diff before={rich(...before)} after={rich(...after)} />)
const marks = (tag: 'ins' | 'del') => [...document.querySelectorAll(tag)].map((mark) => mark.textContent)
const said = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
/** All changes that are named of one passage. */
async function changes(before: Json, after: Json): Promise<(string | null)[]> {
  await show([before], [after])
  const words = said()
  cleanup()
  return words
}

describe('two rich texts beside each other', () => {
  it('fold what both have, and show it to whoever wants to see it', async () => {
    const same = [paragraph('One'), paragraph('Two'), paragraph('Three')]
    await show([...same, paragraph('Old words')], [...same, paragraph('New words')])
    const fold = screen.getByRole('button', { name: '3 unchanged passages' })
    expect(screen.queryByText('Two')).toBeNull()
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(fold)
    expect(screen.getByText('Two')).toBeTruthy()
    expect(fold.getAttribute('aria-expanded')).toBe('true')
  })

  it('mark the words that are new and those that are gone, each where it stands', async () => {
    await show(
      [paragraph('The ferry leaves at nine, daily, from Oban.')],
      [paragraph('The ferry leaves at ten, daily, from Mallaig.')],
    )
    expect(marks('del')).toEqual(['nine', 'Oban'])
    expect(marks('ins')).toEqual(['ten', 'Mallaig'])
    expect(said()).toEqual([])
  })

  it('mark words across looks, in lists and in cells, and in scripts without spaces', async () => {
    await show(
      [paragraph([text('By '), text('night', { format: 1 }), text(' train')])],
      [paragraph([text('By '), text('day', { format: 1 }), text(' train')])],
    )
    expect(document.querySelector('strong > ins')?.textContent).toBe('day')
    cleanup()
    const items = (...words: string[]) =>
      list(
        'bullet',
        words.map((one, at) => listItem([text(one)], at + 1)),
      )
    await show([items('Coat', 'Boots')], [items('Coat', 'Warm boots', 'Tickets')])
    expect(marks('ins')).toEqual(['Warm boots', 'Tickets'])
    cleanup()
    await show([table([[cell('Oslo'), cell('9')]])], [table([[cell('Oslo'), cell('10')]])])
    expect(document.querySelector('td ins')?.textContent).toBe('10')
    cleanup()
    await show([paragraph('我们明天去北京')], [paragraph('我们今天去北京')])
    expect(marks('ins')).toEqual(['今天'])
  })

  it('say to assistive technology which passages were added, removed, changed and moved', async () => {
    await show(
      [paragraph('Gone for good'), heading('North'), paragraph('Second'), paragraph('The third one stays')],
      [paragraph('The third one stays'), heading('North'), paragraph('Second'), paragraph('Brand new')],
    )
    expect(document.querySelector('del')?.parentElement?.textContent).toBe('Removed: Gone for good')
    expect(document.querySelector('ins')?.parentElement?.textContent).toBe('Added: Brand new')
    expect(screen.getByText('Moved here')).toBeTruthy()
    cleanup()
    await show([paragraph('Old words here')], [paragraph('New words here')])
    expect(document.body.textContent).toContain('Changed Before: Old words here')
    expect(document.body.textContent).toContain('After: New words here')
  })

  it('name what changed beside the words', async () => {
    const words = 'A long line of words'
    expect(await changes(paragraph(words), heading(words))).toEqual(['Paragraph became Heading 2'])
    expect(await changes(paragraph(words), paragraph(words, { format: 'center' }))).toEqual([
      'Alignment: centred',
    ])
    expect(await changes(paragraph(words), paragraph(words, { indent: 2 }))).toEqual(['Indent: 0 became 2'])
    expect(
      await changes(
        paragraph([text('A long line', { format: 1 }), text(' of words')]),
        paragraph([text('A long line'), text(' of words', { format: 2 })]),
      ),
    ).toEqual(['Now also: italic', 'No longer: bold'])
    expect(
      await changes(
        list('check', [listItem([text('Coat')], 1), listItem([text('Boots')], 2, { checked: true })]),
        list('check', [listItem([text('Coat')], 1, { checked: true }), listItem([text('Boots')], 2)]),
      ),
    ).toEqual(expect.arrayContaining(['Ticked: “Coat”', 'No longer ticked: “Boots”']))
    expect(
      await changes(
        table([[cell('a')]]),
        table([
          [cell('a'), cell('b')],
          [cell('c'), cell('d')],
        ]),
      ),
    ).toEqual(['Rows: 1 became 2', 'Columns: 1 became 2'])
    expect(await changes(paragraph(words), paragraph(words, { unknown: 'x' }))).toEqual([
      'Something else changed',
    ])
  })

  it('name where links lead, without ever making one that can be followed', async () => {
    const at = (url: string) => paragraph([text('See '), link('the plan', { url, linkType: 'custom' })])
    expect(await changes(at('https://a.example'), at('https://b.example'))).toEqual([
      'Link “the plan”: https://a.example became https://b.example',
    ])
    expect(await changes(paragraph('See the plan'), at('https://b.example'))).toEqual([
      '“the plan” is now a link to https://b.example',
    ])
    expect(await changes(at('https://b.example'), paragraph('See the plan'))).toEqual([
      '“the plan” is no longer a link to https://b.example',
    ])
    await show([at('https://a.example')], [at('javascript:alert(1)')])
    expect(said()).toEqual(['Link “the plan”: https://a.example became about:blank'])
    expect(document.querySelector('a')).toBeNull()
  })

  it('match links by their words before their order', async () => {
    const links = (...all: [string, string][]) =>
      paragraph(all.map(([words, url]) => link(words, { url, linkType: 'custom' })))
    expect(
      await changes(
        links(['one', 'https://1.example'], ['two', 'https://2.example']),
        links(['two', 'https://2.example'], ['six', 'https://3.example']),
      ),
    ).toEqual(['Link “six”: https://1.example became https://3.example'])
  })

  it('name the fields of a block by their labels, and the file that another one took the place of', async () => {
    expect(await changes(block('b1', { tone: 'calm' }), block('b1', { tone: 'loud' }))).toEqual([
      'Tone: calm became loud',
    ])
    expect(await changes(upload('u1', {}, 7), upload('u1', {}, 8))).toEqual([
      'Points to media 8, before to media 7',
    ])
  })

  it('survive what no editor would write', async () => {
    await show(
      [paragraph('a'), rule, 5, null],
      [{ type: 'odd', children: 'no' }, { type: 'text', text: 4 }, []],
    )
    cleanup()
    await renderInEnglish(<Diff before={null} after="no text" />)
    expect(screen.getByText('Both texts are empty')).toBeTruthy()
  })

  it('S9.16 (part: the place of a difference that is being read is 8rem high) a long text is compared once the page is there', async () => {
    const long = Array.from({ length: 400 }, (_, at) => paragraph(`Passage number ${at}`))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await show(long, [...long, paragraph('The end')])
      expect(document.querySelector<HTMLElement>('[data-shimmer]')?.style.blockSize).toBe('8rem')
      expect(marks('ins')).toEqual([])
      act(() => void vi.runOnlyPendingTimers())
    } finally {
      vi.useRealTimers()
    }
    expect(document.querySelector('[data-shimmer]')).toBeNull()
    await waitFor(() => expect(screen.getByText('400 unchanged passages')).toBeTruthy())
    expect(marks('ins')).toEqual(['The end'])
  })
})
