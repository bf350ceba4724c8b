import * as v from 'valibot'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { fromMarkdown } from '../../../../shared/fields/richText/from-markdown.ts'
import { withoutPopulated } from '../../../../shared/fields/richText/restore.ts'
import { json } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { LIMITS } from '../../../../shared/limits.ts'
import { fromHtml } from './from-html.ts'
import { fromPlain, looksLikeMarkdown } from './from-plain.ts'
import { offeredNodes } from './offered-nodes.ts'
import type { LeftOut } from './offered-nodes.ts'
import { parseInert } from './parse-inert.ts'

/** What Lexical's editors call their own nodes on the clipboard. */
export const EDITOR_TYPE = 'application/x-lexical-editor'

export type ReadOptions = {
  config: RichTextEditor
  /** Id of the server that the document is on; null: not known. */
  server: string | null
  newId: () => string
  /** Bits of the format at the caret. */
  format: number
  /** Only the words, as they are written. */
  plain: boolean
}

/** What a clipboard has for an editor. */
export type Pasted = { nodes: Json[]; leftOut: LeftOut[]; pictures: number }

const editorData = v.object({ server: v.exactOptional(v.nullable(v.string())), nodes: v.array(json) })

/** Null: there is nothing in it that could be put into a text. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>, options: ReadOptions): Pasted | null {
  const { config, newId, server, plain } = options
  const found = plain
    ? null
    : (editorNodes(formatted(data, EDITOR_TYPE)) ?? htmlNodes(formatted(data, 'text/html'), newId))
  const text = data.getData('text/plain') || data.getData('text/uri-list')
  const read = found ?? (text === '' ? null : { nodes: textNodes(text, options), pictures: 0, server: null })
  if (read === null) return null
  const isSameServer = read.server !== null && read.server === server
  return { ...offeredNodes(read.nodes, { config, newId, isSameServer }), pictures: read.pictures }
}

/** `server`: where the documents are that the nodes name; null: whoever copied them did not say, and they are taken for another's. */
type Read = { nodes: Json[]; pictures: number; server: string | null }

function editorNodes(text: string): Read | null {
  if (text === '') return null
  const parsed = v.safeParse(editorData, parseJson(text))
  if (!parsed.success || parsed.output.nodes.length === 0) return null
  const { nodes, server = null } = parsed.output
  return { nodes: withoutPopulated(nodes), pictures: 0, server }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** With its formats; of more than a document has only the words are read. */
function formatted(data: Pick<DataTransfer, 'getData'>, type: string): string {
  const text = data.getData(type)
  return text.length > LIMITS.paste ? '' : text
}

function htmlNodes(html: string, newId: () => string): Read | null {
  if (html === '') return null
  const read = fromHtml(parseInert(html), newId)
  const isNothing = read.nodes.length === 0 && read.pictures === 0
  return isNothing ? null : { ...read, server: null }
}

function textNodes(text: string, { config, newId, format, plain }: ReadOptions): Json[] {
  if (!plain && looksLikeMarkdown(text)) return fromMarkdown(text, newId)
  return fromPlain(text, { format, autoLinks: !plain && config.link?.autoLinks === true })
}
