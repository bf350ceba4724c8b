import { expect, test } from 'vitest'
import {
  EDITOR_TYPE,
  readClipboard,
} from '../../../../../renderer/richtext/features/clipboard/read-clipboard.ts'
import { LIMITS } from '../../../../../shared/limits.ts'
import { paragraph, textNode } from '../links/nodes.ts'
import { fullEditor } from '../links/site-editors.ts'
import { clipboardData } from './clipboard-data.ts'
import { outline } from './outline.ts'

const nodes = JSON.stringify({ nodes: [paragraph(textNode('formatted', 1))] })
const html = '<p><b>formatted</b></p>'

function pasted(kind: string, text: string): string[] {
  const data = clipboardData({ [kind]: text, 'text/plain': 'words' })
  const options = {
    config: fullEditor(),
    server: null,
    collections: [],
    newId: () => 'n',
    format: 0,
    plain: false,
  }
  return outline(readClipboard(data, options)?.nodes ?? [])
}

test.each([
  ['nodes', EDITOR_TYPE, nodes],
  ['HTML', 'text/html', html],
])('what is pasted as %s keeps its formats up to the limit; of more only the words are read', (...given) => {
  const [, kind, text] = given
  expect(LIMITS.paste).toBe(8 * 1024 * 1024)
  expect(pasted(kind, text.padEnd(LIMITS.paste))).toEqual(['p: <bold>formatted</>'])
  expect(pasted(kind, text.padEnd(LIMITS.paste + 1))).toEqual(['words'])
})
