import { $getRoot, DRAGSTART_COMMAND, DROP_COMMAND } from 'lexical'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { registerClipboard } from '../../../../../renderer/richtext/features/clipboard/register-clipboard.ts'
import { fieldsOf, nodeId, topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../../../shared/json.ts'
import { block, link, paragraph, text, upload } from '../../../shared/rich-text/build-nodes.ts'
import { fullEditor } from '../links/site-editors.ts'
import { openEditor, rich } from '../rich-text-fixtures.ts'
import { clipboardData } from './clipboard-data.ts'

// jsdom has no drags.
beforeEach(() => {
  vi.stubGlobal('DataTransfer', function DataTransferStub() {
    return clipboardData({})
  })
  vi.stubGlobal(
    'DragEvent',
    class extends MouseEvent {
      readonly dataTransfer: DataTransfer | null
      constructor(kind: string, { dataTransfer = null, ...init }: DragEventInit = {}) {
        super(kind, init)
        this.dataTransfer = dataTransfer
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'caretRangeFromPoint')
})

function open(nodes: Json[], server: string) {
  const leftOut: unknown[] = []
  const opened = openEditor(rich(...nodes), fullEditor())
  onTestFinished(opened.close)
  onTestFinished(
    registerClipboard(opened.editor, {
      config: fullEditor(),
      collections: [],
      server,
      words: () => 'block',
      onLeftOut: (one) => leftOut.push(...one.leftOut),
      onFiles: () => false,
    }),
  )
  return { ...opened, leftOut }
}
type Opened = ReturnType<typeof open>

/** All of one text is dragged to the end of another. */
function drag(from: Opened, to: Opened): void {
  const dataTransfer = clipboardData({})
  const start = new DragEvent('dragstart', { dataTransfer })
  from.editor.update(() => void $getRoot().select(0, $getRoot().getChildrenSize()), { discrete: true })
  from.editor.update(() => void from.editor.dispatchCommand(DRAGSTART_COMMAND, start), { discrete: true })
  const place = document.createRange()
  place.selectNodeContents(to.root.querySelector('p') ?? to.root)
  place.collapse(false)
  Object.assign(document, { caretRangeFromPoint: () => place })
  const drop = new DragEvent('drop', { dataTransfer, cancelable: true })
  to.editor.update(() => void to.editor.dispatchCommand(DROP_COMMAND, drop), { discrete: true })
}

const dragged = [
  paragraph([link('two', { linkType: 'internal', doc: { relationTo: 'posts', value: 3 } }, 'l1')]),
  block('n1', { tone: 'tip' }),
  upload('u1', {}, 7),
  paragraph([text('end')]),
]

test('what is dragged to another text of the site is all of it, with ids of its own', () => {
  const [from, to] = [open(dragged, 'a'), open([paragraph('one '), block('n1')], 'a')]
  drag(from, to)
  const nodes = topNodes(to.last())
  expect(to.leftOut).toEqual([])
  const came = nodes.find((node) => fieldsOf(node)['tone'] === 'tip')
  expect(came).toMatchObject({ type: 'block', fields: { blockType: 'notice' } })
  expect(nodes).toContainEqual(expect.objectContaining({ type: 'upload', relationTo: 'media', value: 7 }))
  expect(JSON.stringify(nodes)).toContain('"value":3')
  const ids = nodes.flatMap((node) => nodeId(node) ?? [])
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
  expect(JSON.stringify(nodes)).not.toMatch(/"l1"|"u1"/)
  expect(ids.filter((id) => id === 'n1')).toHaveLength(1)
})

test('documents of another server stay out', () => {
  const [from, to] = [open(dragged, 'a'), open([paragraph('one ')], 'b')]
  drag(from, to)
  expect(JSON.stringify(to.last())).not.toContain('"upload"')
  expect(to.leftOut).not.toEqual([])
})
