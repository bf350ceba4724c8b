import { $getRoot } from 'lexical'
import { describe, expect, test } from 'vitest'
import { links } from '../../../../../renderer/richtext/features/links/links.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { autolink, link, paragraph, textNode } from './nodes.ts'
import { change, load, nodesOf, openEditor } from './open-editor.ts'
import { fullEditor } from './site-editors.ts'

const open = () => openEditor([links], fullEditor())
const anchors = (editor: ReturnType<typeof open>) => [
  ...(editor.getRootElement()?.querySelectorAll('a') ?? []),
]

describe('links as the server has them', () => {
  test.each([
    ['an address', link({ linkType: 'custom', url: 'https://example.com/a', newTab: true }, textNode('a'))],
    [
      'a document',
      link(
        { linkType: 'internal', doc: { relationTo: 'posts', value: 7 }, newTab: false },
        textNode('bold', 1),
        textNode(' plain'),
      ),
    ],
    [
      'fields of the site, and some that nobody knows',
      link({ linkType: 'custom', url: '/about', rel: ['nofollow'], odd: { deep: [1, null] } }, textNode('a')),
    ],
    ['an autolink', autolink('https://example.com')],
  ])('go in and out as they were: %s', (_what, node) => {
    const editor = open()
    load(editor, [paragraph(textNode('See '), node, textNode('.'))])
    expect(nodesOf(editor)).toEqual([
      expect.objectContaining({
        children: [
          expect.objectContaining({ text: 'See ' }),
          { ...node, children: expect.anything() },
          expect.objectContaining({ text: '.' }),
        ],
      }),
    ])
  })

  test.each<[string, JsonObject]>([
    ['fields that are nothing', { fields: null }],
    ['fields that are a word', { fields: 'x' }],
    ['an id that is a number', { id: 4 }],
    ['an address that is a list', { fields: { linkType: 'custom', url: ['x'] } }],
    ['a document without an id', { fields: { linkType: 'internal', doc: { relationTo: 'posts' } } }],
  ])('with %s they are read without complaint', (_what, odd) => {
    const editor = open()
    load(editor, [paragraph({ ...link({}, textNode('words')), ...odd })])
    expect(editor.getRootElement()?.textContent).toBe('words')
    expect(anchors(editor)[0]?.hasAttribute('href')).toBe(false)
  })

  test.each([
    ['https://example.com/x?a=1#b', 'https://example.com/x?a=1#b'],
    ['http://example.com', 'http://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['sms:+4912345', 'sms:+4912345'],
    ['tel:+4912345', 'tel:+4912345'],
    ['javascript:alert(1)', 'about:blank'],
    [' java\nscript:alert(1)', 'about:blank'],
    ['data:text/html,<script>alert(1)</script>', 'about:blank'],
    ['vbscript:x', 'about:blank'],
    ['no address', 'https://'],
    ['/about', '/about'],
  ])('S5.25 (part) %s is drawn as %s, and stays what it is', (url, shown) => {
    const editor = open()
    const stored = paragraph(link({ linkType: 'custom', url }, textNode('a')))
    load(editor, [stored])
    expect(anchors(editor).map((one) => one.getAttribute('href'))).toEqual([shown])
    expect(nodesOf(editor)).toMatchObject([{ children: [{ fields: { url } }] }])
  })

  test('a link that is broken by Enter is two, each with an id of its own', () => {
    const editor = open()
    load(editor, [
      paragraph(link({ linkType: 'custom', url: 'https://example.com' }, textNode('northsouth'))),
    ])
    change(editor, () => {
      $getRoot().getAllTextNodes()[0]?.select(5, 5).insertParagraph()
    })
    const [first, second] = nodesOf(editor) as never[]
    const half = (text: string) => ({
      children: [{ type: 'link', fields: { url: 'https://example.com' }, children: [{ text }] }],
    })
    expect([first, second]).toMatchObject([half('north'), half('south')])
    const ids = nodesOf(editor).map((node) => JSON.stringify(node).match(/"id":"([^"]+)"/)?.[1])
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
  })
})
