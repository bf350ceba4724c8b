import { isPlainJson, type Json, type JsonObject } from './json.ts'

/** Size of a piece in characters; a window takes over that many in a millisecond or two. */
export const PIECE = 128 * 1024

/** A part of a value: a whole value at a path, or members to add to the container that is already there. */
export type JsonPiece =
  | { at: (string | number)[]; value: Json }
  | { at: (string | number)[]; members: [key: string | number, value: Json][] }

/**
 * Cuts a value into pieces of about `limit` characters, each container before its content. A longer text is one
 * piece.
 */
export function* jsonPieces(value: Json, limit: number, at: (string | number)[] = []): Generator<JsonPiece> {
  if (!isContainer(value) || jsonSize(value) <= limit) {
    yield { at, value }
    return
  }
  yield { at, value: Array.isArray(value) ? [] : {} }
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value)
  let members: [string | number, Json][] = []
  let size = 0
  for (const [key, member] of entries) {
    const own = jsonSize(member)
    if (members.length > 0 && size + own > limit) {
      yield { at, members }
      members = []
      size = 0
    }
    if (own > limit) yield* jsonPieces(member, limit, [...at, key])
    else {
      members.push([key, member])
      size += own
    }
  }
  if (members.length > 0) yield { at, members }
}

/** Joins pieces in the order in which they were cut. */
export function joinJson(): { add: (piece: JsonPiece) => void; value: () => Json | undefined } {
  let root: Json | undefined
  return {
    add(piece) {
      const last = piece.at.at(-1)
      if ('members' in piece) {
        const container = memberAt(root, piece.at)
        for (const [key, value] of piece.members) putMember(container, key, value)
      } else if (last === undefined) root = piece.value
      else putMember(memberAt(root, piece.at.slice(0, -1)), last, piece.value)
    },
    value: () => root,
  }
}

/** The value at a path of keys; undefined: there is none. */
export function memberAt(root: Json | undefined, at: readonly (string | number)[]): Json | undefined {
  let current = root
  for (const key of at) {
    if (Array.isArray(current)) current = current[Number(key)]
    else current = isPlainJson(current) && Object.hasOwn(current, key) ? current[key] : undefined
  }
  return current
}

/** Sets a member as JSON.parse does: `__proto__` is a key like any other. */
export function putMember(container: Json | undefined, key: string | number, value: Json): void {
  if (!isContainer(container)) throw new Error('A piece of nothing')
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
}

export function isContainer(value: Json | undefined): value is Json[] | JsonObject {
  return typeof value === 'object' && value !== null
}

const sizes = new WeakMap<object, number>()

/** Approximate length of a value as JSON, in characters. */
export function jsonSize(value: Json): number {
  if (typeof value === 'string') return value.length + 2
  if (!isContainer(value)) return 8
  const known = sizes.get(value)
  if (known !== undefined) return known
  let size = 2
  if (Array.isArray(value)) for (const item of value) size += jsonSize(item) + 1
  else for (const [key, item] of Object.entries(value)) size += key.length + 4 + jsonSize(item)
  sizes.set(value, size)
  return size
}
