import * as v from 'valibot'
import type { RichTextEditor, Collection } from '../../../../shared/cms/schema-model.ts'
import { fromMarkdown } from '../../../../shared/fields/richText/from-markdown.ts'
import { withoutPopulated } from '../../../../shared/fields/richText/restore.ts'
import { json } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { LIMITS } from '../../../../shared/limits.ts'
import { parseInert } from '../../../ui/trusted-types.ts'
import { fromHtml, type FromHtml } from './from-html.ts'
import { fromPlain, looksLikeMarkdown } from './from-plain.ts'
import { offeredNodes } from '../../../../shared/fields/richText/offered-nodes.ts'
import type { LeftOut } from '../../../../shared/fields/richText/node-types/node-type.ts'
import { isTempId } from '../../../../shared/cms/doc-ref.ts'

/** The type of Lexical's own nodes on the clipboard. */
export const EDITOR_TYPE = 'application/x-lexical-editor'

export type ReadOptions = {
  config: RichTextEditor
  /** Id of the server that the document is on; null: not known. */
  server: string | null
  /** The server's collections, with the types of their ids. */
  collections: CollectionIds
  newId: () => string
  /** Bits of the format at the caret. */
  format: number
  /** True if only the plain text is read, without Markdown. */
  plain: boolean
}

/** The content of a clipboard for an editor. */
export type Pasted = { nodes: Json[]; leftOut: LeftOut[] } & Pick<FromHtml, 'pictures' | 'files'>

/** Namespace of editors in Payload's web admin. */
const WEB_ADMIN = 'lexical'

const editorData = v.object({
  namespace: v.exactOptional(v.unknown()),
  server: v.exactOptional(v.nullable(v.string())),
  nodes: v.array(json),
})

/** Reads a clipboard; null if it has no nodes, no HTML content and no text. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>, options: ReadOptions): Pasted | null {
  const { config, newId, server, collections, plain } = options
  const found = plain
    ? null
    : (editorNodes(formatted(data, EDITOR_TYPE)) ?? htmlNodes(formatted(data, 'text/html'), newId))
  const text = data.getData('text/plain') || data.getData('text/uri-list')
  const read =
    found ?? (text === '' ? null : { nodes: textNodes(text, options), ...NO_PICTURES, server: ELSEWHERE })
  if (read === null) return null
  const offered = offeredNodes(read.nodes, {
    config,
    newId,
    isSameServer: read.server.known && read.server.id !== null && read.server.id === server,
    ...(!read.server.known && { likelyId: (slug: string, id: Json) => pastedId(collections, slug, id) }),
  })
  return { ...offered, pictures: read.pictures, files: read.files }
}

/**
 * Content of a clipboard. `server`: the server of the documents in it. The web admin does not tell it
 * (`known` false), so its ids are tried on this server.
 */
type Read = FromHtml & { server: { known: true; id: string | null } | { known: false } }

const NO_PICTURES = { pictures: 0, files: [] }
const ELSEWHERE = { known: true, id: null } as const

function editorNodes(text: string): Read | null {
  if (text === '') return null
  const parsed = v.safeParse(editorData, parseJson(text))
  if (!parsed.success || parsed.output.nodes.length === 0) return null
  const { nodes, server, namespace } = parsed.output
  const isWebAdmin = server === undefined && namespace === WEB_ADMIN
  return {
    nodes: withoutPopulated(nodes),
    ...NO_PICTURES,
    server: isWebAdmin ? { known: false } : { known: true, id: server ?? null },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns data of a type with formats; '' if it is too large, so that another type is read. */
function formatted(data: Pick<DataTransfer, 'getData'>, type: string): string {
  const text = data.getData(type)
  return text.length > LIMITS.paste ? '' : text
}

function htmlNodes(html: string, newId: () => string): Read | null {
  if (html === '') return null
  const read = fromHtml(parseInert(html), newId)
  const isNothing = read.nodes.length === 0 && read.pictures === 0
  // Only HTML of the web admin refers to documents.
  return isNothing ? null : { ...read, server: { known: false } }
}

function textNodes(text: string, { config, newId, format, plain }: ReadOptions): Json[] {
  if (!plain && looksLikeMarkdown(text)) return fromMarkdown(text, newId)
  return fromPlain(text, { format, autoLinks: !plain && config.link?.autoLinks === true })
}

export type CollectionIds = readonly Pick<Collection, 'slug' | 'idType'>[]

/**
 * Returns a pasted document id in the id type of its collection; null if it does not fit. Copies of the web
 * admin do not say of which site they are.
 */
function pastedId(collections: CollectionIds, slug: string, id: Json): string | number | null {
  const type = collections.find((one) => one.slug === slug)?.idType
  if (type === 'number') {
    const value = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
  }
  if (type === undefined || typeof id !== 'string' || isTempId(id)) return null
  return id.length <= LIMITS.pastedId && /^[\w.:-]+$/.test(id) ? id : null
}
