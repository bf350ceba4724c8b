import type { Json } from '../../json.ts'
import { bareItems, nestedList } from './lists.ts'
import { matchNodes } from './match-nodes.ts'
import { typeOf, wordsOf } from './nodes.ts'

/**
 * True if a line moved from one list to another, as when an item is nested or a list is split. Items are
 * matched within their list, so the line looks removed from one and new in the other.
 */
export function hasMovedLines(before: readonly Json[], after: readonly Json[]): boolean {
  const seen = { gone: new Set<string>(), come: new Set<string>() }
  compare(before, after, seen)
  return [...seen.gone].some((line) => seen.come.has(line))
}

type Seen = { gone: Set<string>; come: Set<string> }

function compare(before: readonly Json[], after: readonly Json[], seen: Seen): void {
  const found = matchNodes(before, after)
  const kept = new Set(found)
  for (const [at, node] of before.entries()) if (!kept.has(at)) addLines(node, seen.gone)
  for (const [at, node] of after.entries()) {
    const was = before[found[at] ?? -1]
    const [inside, inNow] = [was === undefined ? null : itemsIn(was), itemsIn(node)]
    if (inside !== null && inNow !== null) compare(inside, inNow, seen)
    else if (was === undefined || wordsOf(was) !== wordsOf(node)) {
      if (was !== undefined) addLines(was, seen.gone)
      addLines(node, seen.come)
    }
  }
}

/** The items of a list, or of the list that an item holds; null: the node is neither. */
function itemsIn(node: Json): Json[] | null {
  const list = typeOf(node) === 'list' ? node : nestedList(node)
  return list === null ? null : bareItems(list)
}

function addLines(node: Json, lines: Set<string>): void {
  const items = itemsIn(node)
  const words = items === null ? wordsOf(node).trim() : ''
  if (words !== '') lines.add(words)
  for (const item of items ?? []) addLines(item, lines)
}
