import type { Field, RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { element } from '../../../../shared/fields/richText/from-markdown.ts'
import { documentAt, linkTarget, safeAddress } from '../../../../shared/fields/richText/links.ts'
import { listStart, listTypeOf, nestedList, wholeNumber } from '../../../../shared/fields/richText/lists.ts'
import type { ListType } from '../../../../shared/fields/richText/lists.ts'
import { childrenOf, fieldsOf, typeOf, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { HEADINGS } from '../../../../shared/fields/richText/rich-text-editor.ts'
import type { Feature } from '../../../../shared/fields/richText/rich-text-editor.ts'
import { FORMATS, MOST_INDENT } from '../../../../shared/fields/richText/show.ts'
import type { TextFormat } from '../../../../shared/fields/richText/show.ts'
import { isColour, spanOf } from '../../../../shared/fields/richText/tables.ts'
import { isPlainJson, own } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { withFreshNodeIds } from '../../../../shared/fields/richText/fresh-ids.ts'
import { foreignFields } from './foreign-fields.ts'
import {
  byThemselvesIn,
  isByItself,
  isInline,
  linesOf,
  paragraph,
  runsOfLines,
  UNKNOWN_IN_EDITOR,
  withBreaks,
} from './node-lines.ts'

/** What did not get in: a block or a feature that the text does not have, a document of another server, where a link led. */
export type LeftOut = {
  kind: 'block' | 'inlineBlock' | 'upload' | 'relationship' | 'link' | 'other'
  name: string
}

export type Offered = { nodes: Json[]; leftOut: LeftOut[] }

export type OfferOptions = {
  config: RichTextEditor
  newId: () => string
  /** Whether documents that the nodes name are of this server. */
  isSameServer: boolean
  /** Where nobody says which server they are of: the id as this one could have it; null: it could not. */
  likelyId?: (slug: string, id: Json) => string | number | null
}

const FORMAT_FEATURES: Partial<Record<TextFormat, Feature>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'strikethrough',
  code: 'inlineCode',
  subscript: 'subscript',
  superscript: 'superscript',
}
/** What is read here, node by node; nothing of it gets in by another way. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set(
  `root paragraph heading quote horizontalrule list listitem table tablerow tablecell block upload relationship text
   linebreak tab link autolink inlineBlock`.split(/\s+/),
).add(UNKNOWN_IN_EDITOR)

const LIST_FEATURES: Record<ListType, Feature> = {
  bullet: 'unorderedList',
  number: 'orderedList',
  check: 'checklist',
}

/**
 * Nodes from elsewhere as an editor with these features may have them: what it does not offer comes down to what it
 * does, in the end to its words. Nothing gets in that nobody knows. What is of this server keeps its ids, and where that
 * is still in the text it is given others (registerPasted); what is not gets ids of its own and names no documents.
 */
export function offeredNodes(nodes: readonly Json[], options: OfferOptions): Offered {
  const leftOut: LeftOut[] = []
  const taken = createOffer(options, (one) => leftOut.push(one)).blocks(nodes)
  return { nodes: taken, leftOut }
}

function createOffer(options: OfferOptions, leave: (one: LeftOut) => void) {
  const { config, newId, isSameServer, likelyId = () => null } = options
  const has = (feature: Feature): boolean => config.features.includes(feature)
  const formats = FORMATS.reduce((bits, [name, bit]) => {
    const feature = FORMAT_FEATURES[name]
    return feature !== undefined && has(feature) ? bits | bit : bits
  }, 0)

  /** Inline nodes stay so where there is nothing else: they go into the line at the caret. */
  function blocks(nodes: readonly Json[]): Json[] {
    if (nodes.every((node) => isInline(node))) return nodes.flatMap(inline)
    return runsOfLines(nodes).flatMap((run) => ('line' in run ? wrapped(run.line) : block(run.node)))
  }

  /** What only may stand in lines is put into a paragraph. */
  function wrapped(line: readonly Json[]): Json[] {
    const inside = line.flatMap(inline)
    return inside.length === 0 ? [] : [paragraph(inside)]
  }

  /** The words of what may not be here, as lines, and behind them what in it is none. */
  function flat(node: Json): Json[] {
    return [...linesOf(node).flatMap((line) => wrapped(line)), ...byThemselvesIn(node).flatMap(block)]
  }

  function block(node: Json): Json[] {
    if (!isPlainJson(node)) return []
    switch (typeOf(node)) {
      case 'paragraph':
        return [box(node, 'paragraph', { textFormat: 0, textStyle: '' })]
      case 'heading':
        return [headingOf(node)]
      case 'quote':
        return [has('blockquote') ? box(node, 'quote') : asParagraph(node)]
      case 'horizontalrule':
        return has('horizontalRule') ? [{ type: 'horizontalrule', version: 1 }] : []
      case 'list':
        return list(node)
      case 'table':
        return has('experimental_table') ? [table(node)] : flat(node)
      case 'block':
        return blockNode(node)
      case 'upload':
      case 'relationship':
        return reference(node)
      case UNKNOWN_IN_EDITOR:
        return unknown(node)
      default:
        // An item or a row that was copied without what is around it.
        return flat(node)
    }
  }

  function inline(node: Json): Json[] {
    if (!isPlainJson(node)) return []
    switch (typeOf(node)) {
      case 'text':
        return textOf(node)
      case 'linebreak':
        return [{ type: 'linebreak', version: 1 }]
      case 'tab':
        return [{ type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' }]
      case 'link':
      case 'autolink':
        return link(node)
      case 'inlineBlock':
        return inlineBlock(node)
      case 'block':
      case 'upload':
      case 'relationship':
        // Nothing of these stands in a line.
        leave(nameOf(node))
        return []
      case UNKNOWN_IN_EDITOR:
        return unknown(node)
      default:
        return childrenOf(node).flatMap(inline)
    }
  }

  function textOf(node: JsonObject): Json[] {
    const text = own(node, 'text')
    if (typeof text !== 'string' || text === '') return []
    const states = isPlainJson(own(node, '$')) ? own(node, '$') : undefined
    const kept = Object.entries(isPlainJson(states) ? states : {}).filter(([key, value]) =>
      config.textStates.some((one) => one.key === key && one.values.some((each) => each.value === value)),
    )
    return [
      {
        type: 'text',
        version: 1,
        text,
        format: wholeNumber(own(node, 'format')) & formats,
        detail: 0,
        mode: 'normal',
        style: '',
        ...(kept.length > 0 && { $: Object.fromEntries(kept) }),
      },
    ]
  }

  /** The node with what may be in a line, and how it stands. */
  function box(node: JsonObject, type: string, more: JsonObject = {}): JsonObject {
    return element(type, childrenOf(node).flatMap(inline), { ...looks(node), ...more })
  }

  function looks(node: JsonObject): JsonObject {
    const format = own(node, 'format')
    const direction = own(node, 'direction')
    return {
      format: has('align') && typeof format === 'string' ? format : '',
      indent: has('indent') ? Math.min(wholeNumber(own(node, 'indent')), MOST_INDENT) : 0,
      direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
    }
  }

  function asParagraph(node: JsonObject): JsonObject {
    return box(node, 'paragraph', { textFormat: 0, textStyle: '' })
  }

  /** In the next smaller size that there is, else in the next larger one. */
  function headingOf(node: JsonObject): JsonObject {
    const at = HEADINGS.findIndex((tag) => tag === own(node, 'tag'))
    const [tag] = config.headings
      .map((one) => ({ one, distance: HEADINGS.indexOf(one) - at }))
      .toSorted(
        (a, b) =>
          (a.distance < 0 ? 10 - a.distance : a.distance) - (b.distance < 0 ? 10 - b.distance : b.distance),
      )
    return tag === undefined ? asParagraph(node) : box(node, 'heading', { tag: tag.one })
  }

  function list(node: JsonObject, depth = 0): Json[] {
    const given = listTypeOf(node)
    const others: readonly ListType[] =
      given === 'number' ? ['bullet'] : given === 'check' ? ['bullet'] : ['number']
    const type = [given, ...others].find((one) => has(LIST_FEATURES[one]))
    if (type === undefined) return flat(node)
    const items = childrenOf(node).flatMap((item): Json[] => {
      if (!isPlainJson(item) || typeOf(item) !== 'listitem')
        return wrapped([item]).map((one) => itemOf(one, type))
      const nested = nestedList(item)
      // As deep as an indent goes; what is deeper are items beside it.
      if (isPlainJson(nested) && depth >= MOST_INDENT) return list(nested, depth).flatMap(childrenOf)
      const lists: Json[] = []
      const lines: Json[][] = []
      for (const run of runsOfLines(childrenOf(item))) {
        if ('line' in run) lines.push(run.line.flatMap(inline))
        else if (isPlainJson(run.node) && typeOf(run.node) === 'list' && depth < MOST_INDENT)
          for (const one of list(run.node, depth + 1)) lists.push(one)
        else if (!isByItself(run.node)) for (const line of linesOf(run.node)) lines.push(line.flatMap(inline))
      }
      const inside = [...withBreaks(lines), ...lists]
      const checked = type === 'check' ? { checked: own(item, 'checked') === true } : {}
      return [element('listitem', inside, { ...looks(item), indent: 0, value: 1, ...checked })]
    })
    return [
      element('list', items, {
        listType: type,
        start: type === 'number' ? Math.max(listStart(node), 0) : 1,
        tag: type === 'number' ? 'ol' : 'ul',
      }),
      // Items hold lines; what is none stands behind all of them.
      ...(depth === 0 ? byThemselvesIn(node).flatMap(block) : []),
    ]
  }

  function itemOf(one: Json, type: ListType): JsonObject {
    return element('listitem', childrenOf(one), { value: 1, ...(type === 'check' && { checked: false }) })
  }

  function table(node: JsonObject): JsonObject {
    const widths = own(node, 'colWidths')
    const rows = childrenOf(node).filter((row) => typeOf(row) === 'tablerow')
    return {
      ...element(
        'table',
        rows.map((row, at) => tableRow(row, rows.length - at)),
      ),
      ...(Array.isArray(widths) &&
        widths.every((one) => typeof one === 'number' && one > 0 && one < 5_000) && { colWidths: widths }),
      ...(own(node, 'rowStriping') === true && { rowStriping: true }),
      ...frozen(node, 'frozenColumnCount'),
      ...frozen(node, 'frozenRowCount'),
    }
  }

  function frozen(node: JsonObject, key: string): JsonObject {
    const count = wholeNumber(own(node, key))
    return count > 0 ? { [key]: Math.min(count, 100) } : {}
  }

  /** `rows`: how many there are from this one on. */
  function tableRow(row: Json, rows: number): JsonObject {
    const height = isPlainJson(row) ? own(row, 'height') : undefined
    const cells = childrenOf(row).filter((cell) => typeOf(cell) === 'tablecell')
    return {
      ...element(
        'tablerow',
        cells.filter(isPlainJson).map((cell) => tableCell(cell, rows)),
      ),
      ...(typeof height === 'number' && height > 0 && { height }),
    }
  }

  function tableCell(node: JsonObject, rows: number): JsonObject {
    const colour = own(node, 'backgroundColor')
    const align = own(node, 'verticalAlign')
    const width = own(node, 'width')
    // No table in a table (S2.69 is the same rule for those that are put in).
    const inside = childrenOf(node).flatMap((one) =>
      typeOf(one) === 'table' ? flat(one) : isInline(one) ? wrapped([one]) : block(one),
    )
    return element('tablecell', inside.length > 0 ? inside : [paragraph([])], {
      headerState: wholeNumber(own(node, 'headerState')) & 3,
      colSpan: spanOf(own(node, 'colSpan')),
      rowSpan: Math.min(spanOf(own(node, 'rowSpan')), rows),
      backgroundColor: typeof colour === 'string' && isColour(colour) ? colour : null,
      ...((align === 'middle' || align === 'bottom') && { verticalAlign: align }),
      ...(typeof width === 'number' && width > 0 && { width }),
    })
  }

  /** A link that nobody may open, or that this text cannot have, is its words. */
  function link(node: JsonObject): Json[] {
    const inside = childrenOf(node).flatMap((one) =>
      typeOf(one) === 'link' || typeOf(one) === 'autolink' ? childrenOf(one).flatMap(inline) : inline(one),
    )
    const target = linkTarget(node)
    if (config.link === null || inside.length === 0) return inside
    if (target?.kind === 'address' && safeAddress(target.url) === 'about:blank') return inside
    const fields = fieldsOf(node)
    const document = target?.kind === 'document' ? linkedDocument(fields, config.link.fields) : null
    if (target === null || (target.kind === 'document' && document === null)) {
      leave({ kind: 'link', name: target?.slug ?? '' })
      return inside
    }
    const isAuto = typeOf(node) === 'autolink' && config.link.keepsAutoLinks
    const common = element(isAuto ? 'autolink' : 'link', inside)
    const kept = isSameServer
      ? fields
      : {
          ...foreign(config.link.fields, withoutTarget(fields)),
          ...onlyTarget(fields),
          ...(document && { doc: document }),
        }
    return [
      isAuto
        ? { ...common, version: 2, fields: kept }
        : { ...common, version: 3, id: idOf(own(node, 'id')), fields: kept },
    ]
  }

  /** The document that a link names, as this text may name it. */
  function linkedDocument(fields: JsonObject, offered: readonly Field[]): JsonObject | null {
    const doc = own(fields, 'doc')
    const slug = documentAt(doc)?.slug ?? ''
    if (!isPlainJson(doc) || !mayLinkTo(offered, slug)) return null
    if (isSameServer) return doc
    const id = likelyId(slug, documentId(doc))
    return id === null ? null : { relationTo: slug, value: id }
  }

  function blockNode(node: JsonObject): Json[] {
    return dataBlock(node, 'block', { version: 2, format: '' })
  }

  function inlineBlock(node: JsonObject): Json[] {
    return dataBlock(node, 'inlineBlock', { version: 1 })
  }

  function dataBlock(node: JsonObject, type: 'block' | 'inlineBlock', more: JsonObject): Json[] {
    const known = blockOfNode(config, node)
    const fields = fieldsOf(node)
    if (known === null || !has('blocks') || isTooDeep(fields)) {
      leave(nameOf(node))
      return []
    }
    const hasId = typeof own(fields, 'id') === 'string'
    if (isSameServer && hasId) return [{ type, ...more, fields }]
    const kept = isSameServer ? fields : foreign(known.fields, fields)
    return [withFreshNodeIds(config, { type, ...more, fields: kept })]
  }

  function reference(node: JsonObject): Json[] {
    const kind = typeOf(node) === 'upload' ? 'upload' : 'relationship'
    const found = documentAt(node)
    const isOffered = found !== null && config[kind]?.collections.includes(found.slug) === true
    const id = found === null || isSameServer ? documentId(node) : likelyId(found.slug, documentId(node))
    if (!isOffered || id === null || isTooDeep(fieldsOf(node))) {
      leave(nameOf(node))
      return []
    }
    const common = {
      type: kind,
      format: has('align') && typeof own(node, 'format') === 'string' ? (own(node, 'format') ?? '') : '',
      relationTo: found.slug,
      value: id,
    }
    if (kind === 'relationship') return [{ ...common, version: 2 }]
    const fields = fieldsOf(node)
    const kept = isSameServer ? fields : foreign(own(config.upload?.fields ?? {}, found.slug) ?? [], fields)
    return [{ ...common, version: 3, id: idOf(own(node, 'id')), fields: kept }]
  }

  function idOf(given: Json | undefined): string {
    return isSameServer && typeof given === 'string' ? given : newId()
  }

  function foreign(fields: Field[], data: JsonObject): JsonObject {
    return foreignFields(fields, data, {
      leave: (slug) => leave({ kind: 'relationship', name: slug }),
      likelyId,
      offer: (nodes, inside) => createOffer({ ...options, config: inside }, leave).blocks(nodes),
    })
  }

  /**
   * What an editor could not make. Of a kind that is known here it is read as that; what nobody here knows is taken over
   * as it is where the site's editor knows it.
   */
  function unknown(node: JsonObject): Json[] {
    const inside = own(node, 'node') ?? null
    const type = typeOf(inside)
    const isInLine = own(node, 'inline') === true
    if (KNOWN_TYPES.has(type))
      return isInLine ? inline(inside) : isInline(inside) ? wrapped([inside]) : block(inside)
    if (config.nodeTypes.includes(type) && !isTooDeep(inside)) return [node]
    leave({ kind: 'other', name: type })
    const words = wordsOf(inside)
    return words === '' ? [] : isInLine ? textOf({ text: words }) : wrapped([{ type: 'text', text: words }])
  }

  return { blocks }
}

function nameOf(node: Json): LeftOut {
  const type = typeOf(node)
  if (type === 'block' || type === 'inlineBlock') return { kind: type, name: blockTypeOf(node) }
  return { kind: type === 'upload' ? 'upload' : 'relationship', name: documentAt(node)?.slug ?? '' }
}

/** Of a link from elsewhere: its address, which the site's schema has as a field like any other. */
function onlyTarget(fields: JsonObject): JsonObject {
  const entries = ['linkType', 'url', 'newTab'].flatMap((key): [string, Json][] => {
    const value = own(fields, key)
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** The same link without it: the site may have these as fields of its own. */
function withoutTarget(fields: JsonObject): JsonObject {
  const { linkType: _type, url: _url, newTab: _tab, doc: _doc, ...others } = fields
  return others
}

/** Levels of JSON in one node that is taken as it is: a document as a whole may have twice as many (shared/json.ts). */
const DEEPEST = 100

function isTooDeep(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > DEEPEST || Object.values(value).some((item) => isTooDeep(item, depth + 1))
}

/** The id as the node has it: a number stays one. */
function documentId(node: JsonObject): Json {
  const value = own(node, 'value')
  return (isPlainJson(value) ? own(value, 'id') : value) ?? null
}

/** Whether links may lead to documents of a collection: the site says so by a field of its own. */
function mayLinkTo(fields: readonly Field[], slug: string): boolean {
  return fields.some(
    (field) =>
      'name' in field && field.name === 'doc' && 'relationTo' in field && field.relationTo.includes(slug),
  )
}
