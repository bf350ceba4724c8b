import { describe, expect, test } from 'vitest'
import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import {
  EDITOR_TYPE,
  readClipboard,
} from '../../../../../renderer/richtext/features/clipboard/read-clipboard.ts'
import { LIMITS } from '../../../../../shared/limits.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import { relation as relationField } from '../../../shared/build-fields.ts'
import { demoSchema, fullEditor, lineEditor } from '../links/site-editors.ts'
import { clipboardData } from './clipboard-data.ts'
import { outline } from './outline.ts'

const { collections } = demoSchema()
let ids = 0
const newId = () => `new-${(ids += 1)}`
const read = (kinds: Readonly<Record<string, string>>, config = fullEditor(), known = collections) => {
  const pasted = readClipboard(clipboardData({ 'text/plain': 'plain', ...kinds }), {
    config,
    server: 'a',
    collections: known,
    newId,
    format: 0,
    plain: false,
  })
  if (pasted === null) throw new Error('nothing was read')
  return pasted
}
/** As the web admin's own ClipboardPlugin writes it: its namespace, without the site. */
const admin = (...nodes: Json[]) => ({ [EDITOR_TYPE]: JSON.stringify({ namespace: 'lexical', nodes }) })

const text = (words: string): JsonObject => ({
  detail: 0,
  format: 0,
  mode: 'normal',
  style: '',
  text: words,
  type: 'text',
  version: 1,
})
const line = (...children: Json[]): JsonObject => ({
  children,
  direction: null,
  format: '',
  indent: 0,
  type: 'paragraph',
  version: 1,
  textFormat: 0,
  textStyle: '',
})
const upload = (value: Json, relationTo = 'media'): JsonObject => ({
  format: '',
  id: '6745e1c2b9d3f2a1c4d5e6f7',
  fields: { caption: 'At night' },
  relationTo,
  value,
  type: 'upload',
  version: 3,
})
const relation = (value: Json, relationTo = 'posts'): JsonObject => ({
  format: '',
  relationTo,
  value,
  type: 'relationship',
  version: 2,
})
const link = (value: Json, relationTo = 'posts'): JsonObject => ({
  children: [text('the post')],
  direction: null,
  format: '',
  indent: 0,
  type: 'link',
  version: 3,
  id: '6745e1c2b9d3f2a1c4d5e6f8',
  fields: { linkType: 'internal', newTab: true, doc: { relationTo, value } },
})

describe('F67 (part: the web admin) a paste from the web admin, which does not say of which site it is', () => {
  test('keeps uploads, relationships and internal links that this site could have', () => {
    const { nodes, leftOut } = read(admin(upload(7), relation(4), line(text('see '), link(3)), upload(8)))
    expect(nodes).toMatchObject([
      { type: 'upload', relationTo: 'media', value: 7, fields: { caption: 'At night' } },
      { type: 'relationship', relationTo: 'posts', value: 4 },
      {
        children: [
          { text: 'see ' },
          {
            type: 'link',
            fields: { linkType: 'internal', newTab: true, doc: { relationTo: 'posts', value: 3 } },
            children: [{ text: 'the post' }],
          },
        ],
      },
      { type: 'upload', value: 8 },
    ])
    expect(leftOut).toEqual([])
  })

  test('names documents by their ids, also where the web admin had all of them', () => {
    const whole = { id: 7, filename: 'night.png', url: '/api/media/file/night.png' }
    const { nodes } = read(admin(upload(whole), line(link({ id: 3, title: 'A post' }))))
    expect(nodes).toMatchObject([
      { type: 'upload', value: 7 },
      { children: [{ type: 'link', fields: { doc: { relationTo: 'posts', value: 3 } } }] },
    ])
  })

  test.each<[string, JsonObject, unknown]>([
    [
      'a text where the site has numbers',
      upload('6745e1c2b9d3f2a1c4d5e6f9'),
      { kind: 'upload', name: 'media' },
    ],
    ['a fraction', upload(1.5), { kind: 'upload', name: 'media' }],
    ['a negative number', relation(-1), { kind: 'relationship', name: 'posts' }],
    ['nothing', upload(null), { kind: 'upload', name: '' }],
    ['a list', upload([7]), { kind: 'upload', name: '' }],
    ['a collection that the text does not offer', upload(7, 'members'), { kind: 'upload', name: 'members' }],
    [
      'a collection that the site does not have',
      relation(7, 'elsewhere'),
      { kind: 'relationship', name: 'elsewhere' },
    ],
    [
      'an id of notes that is a path',
      relation('../../secret', 'notes'),
      { kind: 'relationship', name: 'notes' },
    ],
  ])('leaves out and names what it could not have: %s', (_what, node, named) => {
    const { nodes, leftOut } = read(admin(line(text('a')), node))
    expect(outline(nodes)).toEqual(['p: a'])
    expect(leftOut).toEqual([named])
  })

  test('ids are numbers or texts as the collection has them, and no longer than ids are', () => {
    const config: RichTextEditor = {
      ...fullEditor(),
      relationship: { collections: ['posts', 'notes'] },
    }
    const kept = (node: JsonObject) => read(admin(node), config).nodes.length
    expect(read(admin(relation('12')), config).nodes).toMatchObject([{ value: 12 }])
    expect([kept(relation('n'.repeat(LIMITS.pastedId), 'notes')), LIMITS.pastedId]).toEqual([1, 128])
    expect(kept(relation('n'.repeat(LIMITS.pastedId + 1), 'notes'))).toBe(0)
    expect(kept(relation('9'.repeat(16)))).toBe(0)
    expect(kept(relation(5, 'notes'))).toBe(0)
    expect(kept(relation('a b', 'notes'))).toBe(0)
  })

  test('says where links led that it cannot lead to, and keeps their words', () => {
    for (const node of [link(3, 'authors'), link('x'), { ...link(3), fields: { linkType: 'internal' } }]) {
      const { nodes, leftOut } = read(admin(line(text('see '), node)))
      expect(outline(nodes)).toEqual(['p: see the post'])
      expect(leftOut).toMatchObject([{ kind: 'link' }])
    }
    // A text without links reports nothing.
    expect(read(admin(line(link(3))), { ...lineEditor(), link: null }).leftOut).toEqual([])
  })

  test('documents in the fields of a block are read by its schema', () => {
    const config = fullEditor()
    const [notice] = config.blocks
    if (notice === undefined) throw new Error('no blocks')
    const withAuthor: RichTextEditor = {
      ...config,
      blocks: [
        {
          ...notice,
          fields: [...notice.fields, relationField('who', { relationTo: ['authors'] })],
        },
      ],
    }
    const block = (who: Json): JsonObject => ({
      format: '',
      type: 'block',
      version: 2,
      fields: {
        id: '6745e1c2b9d3f2a1c4d5e6fa',
        blockName: '',
        blockType: 'notice',
        text: 'Mind the gap',
        who,
      },
    })
    expect(read(admin(block(2)), withAuthor)).toMatchObject({
      nodes: [{ fields: { blockType: 'notice', text: 'Mind the gap', who: 2 } }],
      leftOut: [],
    })
    const odd = read(admin(block('../2')), withAuthor)
    expect(odd.nodes).toMatchObject([{ fields: { text: 'Mind the gap' } }])
    expect(JSON.stringify(odd.nodes)).not.toContain('who')
    expect(odd.leftOut).toEqual([{ kind: 'relationship', name: 'authors' }])
  })

  test('another editor of Lexical, and a Galley of another or no server, stay without documents', () => {
    for (const more of [
      { namespace: 'Playground' },
      {},
      { namespace: 'galley', server: 'b' },
      { namespace: 'lexical', server: null },
    ]) {
      const kinds = {
        [EDITOR_TYPE]: JSON.stringify({ ...more, nodes: [line(text('a'), link(3)), upload(7)] }),
      }
      const { nodes, leftOut } = read(kinds)
      expect(outline(nodes)).toEqual(['p: athe post'])
      expect(leftOut.map(({ kind }) => kind)).toEqual(['link', 'upload'])
    }
  })

  test('its HTML alone, as another browser hands it on, has uploads and relationships by their attributes', () => {
    const html =
      '<p class="LexicalEditorTheme__paragraph"><span style="white-space: pre-wrap;">See </span>' +
      '<a class="LexicalEditorTheme__link" target="_blank"><span style="white-space: pre-wrap;">the post</span></a></p>' +
      '<img data-lexical-upload-id="7" data-lexical-upload-relation-to="media">' +
      '<div data-lexical-relationship-id="4" data-lexical-relationship-relationto="posts">posts relation to 4</div>' +
      '<table><tbody><tr><td><img data-lexical-upload-id="9" data-lexical-upload-relation-to="media"></td><td>x</td></tr></tbody></table>'
    const { nodes, leftOut, pictures } = read({ 'text/html': html })
    expect(outline(nodes)).toEqual(['p: See the post', 'upload', 'relationship', '| upload | x |'])
    expect(nodes[1]).toMatchObject({ type: 'upload', relationTo: 'media', value: 7, fields: {} })
    expect(nodes[2]).toMatchObject({ type: 'relationship', relationTo: 'posts', value: 4 })
    // Its HTML does not contain the target of an internal link.
    expect([leftOut, pictures]).toEqual([[{ kind: 'link', name: '' }], 0])
    const odd = read({
      'text/html': '<p>a</p><img data-lexical-upload-id="../7" data-lexical-upload-relation-to="media">',
    })
    expect([outline(odd.nodes), odd.leftOut]).toEqual([['p: a'], [{ kind: 'upload', name: 'media' }]])
  })

  test.each([
    ['is hidden', '<img hidden data-lexical-upload-id=7 data-lexical-upload-relation-to=media>'],
    [
      'is in something hidden',
      '<div style="display:none"><img data-lexical-upload-id=7 data-lexical-upload-relation-to=media></div>',
    ],
    [
      'is hidden and has words',
      '<span hidden data-lexical-upload-id=7 data-lexical-upload-relation-to=media>hidden</span>',
    ],
    ['runs', '<script data-lexical-upload-id=7 data-lexical-upload-relation-to=media>run()</script>'],
    [
      'is a hidden relationship',
      '<div hidden data-lexical-relationship-id=4 data-lexical-relationship-relationto=posts>posts relation to 4</div>',
    ],
  ])('what pretends to be of its HTML brings nothing where it %s', (_what, html) => {
    const { nodes, leftOut, pictures } = read({ 'text/html': `<p>a</p>${html}` })
    expect([outline(nodes), leftOut, pictures]).toEqual([['p: a'], [], 0])
  })

  test.each([
    ['<span data-lexical-upload-id=7 data-lexical-upload-relation-to=media>words</span>', 'p: words'],
    ['<div data-lexical-upload-id=7 data-lexical-upload-relation-to=media>words</div>', 'p: words'],
    [
      '<h2 data-lexical-relationship-id=4 data-lexical-relationship-relationto=posts>posts relation to 4</h2>',
      'h2: posts relation to 4',
    ],
    [
      '<div data-lexical-relationship-id=4 data-lexical-relationship-relationto=posts>words</div>',
      'p: words',
    ],
  ])('what is not written as it writes documents is its words: %s', (html, shown) => {
    const { nodes, leftOut } = read({ 'text/html': `<p>a</p>${html}` })
    expect([outline(nodes), leftOut]).toEqual([['p: a', shown], []])
  })

  test('a picture of a page is one, whatever its attributes say of uploads', () => {
    const { nodes, pictures } = read({
      'text/html':
        '<p>a</p><img src="https://a.example/a.png" data-lexical-upload-id=7 data-lexical-upload-relation-to=media>',
    })
    expect([outline(nodes), pictures]).toEqual([['p: a'], 1])
  })
})
