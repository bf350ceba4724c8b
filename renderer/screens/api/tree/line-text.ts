import { isPlainJson, own, type Json } from '../../../../shared/json.ts'
import type { Path } from './tree-keys.ts'

/** Characters of a text that are drawn; all of it is copied. */
export const LONGEST = 2_000

/** A value that is no list and no object, as JSON. */
export function valueText(value: Json): { text: string; isCut: boolean } {
  const isCut = typeof value === 'string' && value.length > LONGEST
  const shown = isCut ? value.slice(0, LONGEST).toWellFormed() : value
  return { text: JSON.stringify(shown), isCut }
}

/** What a folded object tells of itself: the type of a block. */
export function blockType(value: Json): string | null {
  const type = isPlainJson(value) ? own(value, 'blockType') : undefined
  return typeof type === 'string' ? valueText(type).text : null
}

/** Where a value stands, as JavaScript would reach it: `layout[1].photograph["alt text"]`. */
export function pathText(path: Path): string {
  return path
    .map((key, at) => {
      if (typeof key === 'number') return `[${key}]`
      if (/^[A-Za-z_$][\w$]*$/.test(key)) return at === 0 ? key : `.${key}`
      return `[${JSON.stringify(key)}]`
    })
    .join('')
}

/** A value as a text to copy, in parts, so that a large one can be put together bit by bit: a text as it is, else JSON. */
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
