import type { Json } from '../../json.ts'
import { standingOf } from './node-types/registry.ts'
import { childrenOf, typeOf } from './nodes.ts'

export function isInline(node: Json): boolean {
  return standingOf(node) === 'inline'
}

/** True if a node is one line and nothing else. */
export function isLine(node: Json): boolean {
  return standingOf(node) === 'line'
}

/** True if a node has no text and is placed between lines, such as an upload. */
export function isData(node: Json): boolean {
  return standingOf(node) === 'data'
}

/** Groups neighbouring inline nodes as a line; every other node is by itself. */
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

/** The inline nodes in a node, grouped by line; a row of a table is one line. See `dataIn` for the rest. */
export function linesOf(node: Json): Json[][] {
  if (isLine(node)) return [childrenOf(node)]
  if (typeOf(node) === 'tablerow') return [cellsAsLine(node)]
  return runsOfLines(childrenOf(node)).flatMap((run) => ('line' in run ? [run.line] : linesOf(run.node)))
}

/** The data in a node, at any depth. */
export function dataIn(node: Json): Json[] {
  return isData(node) ? [node] : childrenOf(node).flatMap(dataIn)
}

function cellsAsLine(row: Json): Json[] {
  const tab = { type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' }
  return childrenOf(row).flatMap((cell, at) => [...(at === 0 ? [] : [tab]), ...linesOf(cell).flat()])
}
