import { isContainer } from '../../../../shared/json-pieces.ts'
import type { JsonTree, Key } from './json-tree.ts'

export type Path = readonly Key[]

/** Lines of a page. */
const PAGE = 20

/**
 * Handles a key by the tree pattern of WAI-ARIA and returns the new active path; null for other keys. Left and right
 * are those of JSON, which is always left to right.
 */
export function pressKey(tree: JsonTree, active: Path, key: string): Path | null {
  const at = tree.lineOf(active)
  switch (key) {
    case 'ArrowDown':
      return itemFrom(tree, at + 1, 1) ?? active
    case 'ArrowUp':
      return itemFrom(tree, at - 1, -1) ?? active
    case 'PageDown':
      return itemFrom(tree, Math.min(at + PAGE, tree.lineCount - 1), 1) ?? lastItem(tree)
    case 'PageUp':
      return itemFrom(tree, Math.max(at - PAGE, 0), -1) ?? []
    case 'Home':
      return []
    case 'End':
      return lastItem(tree)
    case 'ArrowRight':
      if (!isFoldable(tree, active)) return active
      if (tree.line(at)?.kind === 'open') return itemFrom(tree, at + 1, 1) ?? active
      tree.turn(active, true)
      return active
    case 'ArrowLeft':
      if (tree.line(at)?.kind !== 'open') return active.slice(0, -1)
      tree.turn(active, false)
      return active
    case 'Enter':
    case ' ':
      tree.turn(active, tree.line(at)?.kind !== 'open')
      return active
    case '*':
      openSiblings(tree, active)
      return active
    default:
      return null
  }
}

/** Returns the path of the first line from there on that is not the end of a container. */
function itemFrom(tree: JsonTree, from: number, step: 1 | -1): Path | null {
  for (let index = from; ; index += step) {
    const line = tree.line(index)
    if (line === null) return null
    if (line.kind !== 'close') return line.path
  }
}

function lastItem(tree: JsonTree): Path {
  return itemFrom(tree, tree.lineCount - 1, -1) ?? []
}

function isFoldable(tree: JsonTree, path: Path): boolean {
  const value = tree.valueAt(path)
  return isContainer(value) && (Array.isArray(value) ? value.length : Object.keys(value).length) > 0
}

function openSiblings(tree: JsonTree, path: Path): void {
  const above = path.slice(0, -1)
  if (path.length === 0) return tree.turn([], true)
  const parent = tree.valueAt(above)
  if (!isContainer(parent)) return
  const keys = Array.isArray(parent) ? parent.keys() : Object.keys(parent)
  for (const key of keys) if (isFoldable(tree, [...above, key])) tree.turn([...above, key], true)
}
