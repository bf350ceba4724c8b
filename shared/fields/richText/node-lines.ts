import { element } from '../../../../shared/fields/richText/from-markdown.ts'
import { childrenOf, typeOf } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson, own } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'

/** Of Galley's own editors: a node that they do not know, see UnknownNode. */
export const UNKNOWN_IN_EDITOR = 'galley-unknown'

const INLINE: ReadonlySet<string> = new Set(['text', 'linebreak', 'tab', 'link', 'autolink', 'inlineBlock'])

export function paragraph(children: Json[]): JsonObject {
  return element('paragraph', children, { textFormat: 0, textStyle: '' })
}

export function isInline(node: Json): boolean {
  const type = typeOf(node)
  return INLINE.has(type) || (type === UNKNOWN_IN_EDITOR && isPlainJson(node) && own(node, 'inline') === true)
}

/** Whether a node is a line of its own and nothing else. */
export function isLineBlock(node: Json): boolean {
  return ['paragraph', 'heading', 'quote'].includes(typeOf(node))
}

/** Neighbours that stand in one line together, and what stands by itself. */
export function runsOfLines(nodes: readonly Json[]): ({ line: Json[] } | { node: Json })[] {
  const found: ({ line: Json[] } | { node: Json })[] = []
  for (const node of nodes) {
    const last = found.at(-1)
    if (!isInline(node)) found.push({ node })
    else if (last !== undefined && 'line' in last) last.line.push(node)
    else found.push({ line: [node] })
  }
  return found
}

/** What a node says, as lines, where only lines may be; a row of a table is one line. What is none: `byThemselvesIn`. */
export function linesOf(node: Json): Json[][] {
  if (isLineBlock(node)) return [childrenOf(node)]
  if (typeOf(node) === 'tablerow') return [cellsAsLine(node)]
  return runsOfLines(childrenOf(node)).flatMap((run) => ('line' in run ? [run.line] : linesOf(run.node)))
}

/** Lines as one, with breaks in between. */
export function withBreaks(lines: readonly Json[][]): Json[] {
  return lines.flatMap((line, at) => (at === 0 ? line : [{ type: 'linebreak', version: 1 }, ...line]))
}

const BY_THEMSELVES: ReadonlySet<string> = new Set(['block', 'upload', 'relationship'])

/** Whether a node is no text, and stands between lines. */
export function isByItself(node: Json): boolean {
  const type = typeOf(node)
  return BY_THEMSELVES.has(type) || (type === UNKNOWN_IN_EDITOR && !isInline(node))
}

/** What a node holds beside its lines, at any depth. */
export function byThemselvesIn(node: Json): Json[] {
  return isByItself(node) ? [node] : childrenOf(node).flatMap(byThemselvesIn)
}

function cellsAsLine(row: Json): Json[] {
  const tab = { type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' }
  return childrenOf(row).flatMap((cell, at) => [...(at === 0 ? [] : [tab]), ...linesOf(cell).flat()])
}
