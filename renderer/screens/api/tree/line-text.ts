import { isPlainJson, own, type Json } from '../../../../shared/json.ts'
import type { Path } from './tree-keys.ts'

/** Characters of a string that are shown; copying gives all. */
export const LONGEST = 2_000

/** Returns a primitive value as JSON. */
export function valueText(value: Json): { text: string; isCut: boolean } {
  const isCut = typeof value === 'string' && value.length > LONGEST
  const shown = isCut ? value.slice(0, LONGEST).toWellFormed() : value
  return { text: JSON.stringify(shown), isCut }
}

/** Returns the type of a block, shown for a folded object. */
export function blockType(value: Json): string | null {
  const type = isPlainJson(value) ? own(value, 'blockType') : undefined
  return typeof type === 'string' ? valueText(type).text : null
}

/** Returns a path as a JavaScript expression: `layout[1].photograph["alt text"]`. */
export function pathText(path: Path): string {
  return path
    .map((key, at) => {
      if (typeof key === 'number') return `[${key}]`
      if (/^[A-Za-z_$][\w$]*$/.test(key)) return at === 0 ? key : `.${key}`
      return `[${JSON.stringify(key)}]`
    })
    .join('')
}

/** Yields a value for copying in parts, so that a large one can be built bit by bit: a string unquoted, else JSON. */
export function* copyParts(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else yield* jsonParts(value, '')
}

function* jsonParts(value: Json, indent: string): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value)
    return
  }
  const [start, end] = Array.isArray(value) ? '[]' : '{}'
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  const deeper = `${indent}  `
  let isFirst = true
  for (const [key, member] of members) {
    yield `${isFirst ? start : ','}\n${deeper}${typeof key === 'number' ? '' : `${JSON.stringify(key)}: `}`
    yield* jsonParts(member, deeper)
    isFirst = false
  }
  yield isFirst ? `${start}${end}` : `\n${indent}${end}`
}
