import type { Json, JsonObject } from '../../../../shared/json.ts'
import { isContainer, memberAt, putMember, type JsonPiece } from '../../../../shared/json-pieces.ts'

export type Key = string | number
type Container = Json[] | JsonObject

/** A line of a JSON value that is written over several lines. */
export type JsonLine = {
  /** open: of a list or object whose end has a line of its own; closed: folded; empty: without content. */
  kind: 'value' | 'open' | 'close' | 'closed' | 'empty'
  path: readonly Key[]
  value: Json
  /** Index of the value in its container; `siblings`: number of values in the container. */
  position: number
  siblings: number
}

/** Children of a container whose lines are counted together. */
const CHUNK = 256
/** Fewer lines than this are counted faster than cached. */
const REMEMBERED = 32

/**
 * A JSON value as visible lines; the value arrives in pieces. Lines are made on demand, found by the counts of lines
 * before them.
 */
export class JsonTree {
  #root: Json | undefined
  /** True if containers are unfolded by default. */
  #isOpen = true
  /** Containers that differ from the default: folded or unfolded by the user. */
  #turned = new Set<Container>()
  /** Lines that a container has when open, if something in it was folded or unfolded; others are computed. */
  #inner = new Map<Container, number>()
  #full = new WeakMap<Container, number>()
  #keys = new WeakMap<JsonObject, string[]>()
  #chunks = new WeakMap<Container, number[]>()

  static of(value: Json): JsonTree {
    const tree = new JsonTree()
    tree.add({ at: [], value })
    return tree
  }

  get root(): Json | undefined {
    return this.#root
  }

  get lineCount(): number {
    return this.#root === undefined ? 0 : this.#lines(this.#root)
  }

  /** Adds a piece; each one comes after its container. */
  add(piece: JsonPiece): void {
    const whole = 'members' in piece ? piece.at : piece.at.slice(0, -1)
    const last = piece.at.at(-1)
    if (!('members' in piece) && last === undefined) {
      this.#root = piece.value
      return
    }
    const above = this.#containers(whole)
    const parent = above.at(-1)
    if (parent === undefined) return
    const members: readonly [Key, Json][] = 'members' in piece ? piece.members : [[last ?? 0, piece.value]]
    const before = this.#lines(parent)
    const size = sizeOf(parent, this.#keysOf(parent))
    let full = 0
    let lines = 0
    for (const [key, value] of members) {
      putMember(parent, key, value)
      if (!Array.isArray(parent)) this.#keys.get(parent)?.push(String(key))
      full += this.#fullLines(value)
      lines += this.#lines(value)
    }
    for (const one of above) {
      const known = this.#full.get(one)
      if (known !== undefined) this.#full.set(one, known + full + (size === 0 ? 1 : 0))
    }
    const inner = this.#inner.get(parent)
    if (inner !== undefined) this.#inner.set(parent, inner + lines)
    this.#grow(above, whole, size, this.#lines(parent) - before)
  }

  line(index: number): JsonLine | null {
    if (this.#root === undefined || index < 0 || index >= this.lineCount) return null
    const path: Key[] = []
    let value: Json = this.#root
    let rest = index
    let [position, siblings] = [0, 1]
    for (;;) {
      const at = { path: [...path], value, position, siblings }
      if (!isContainer(value)) return { kind: 'value', ...at }
      const keys = this.#keysOf(value)
      const size = sizeOf(value, keys)
      if (size === 0) return { kind: 'empty', ...at }
      if (!this.isOpen(value)) return { kind: 'closed', ...at }
      if (rest === 0) return { kind: 'open', ...at }
      if (rest === this.#lines(value) - 1) return { kind: 'close', ...at }
      const found = this.#childAt(value, keys, size, rest - 1)
      position = found.position
      siblings = size
      rest = found.rest
      path.push(keys?.[position] ?? position)
      value = childOf(value, keys, position)
    }
  }

  /** Returns the first line of a path; -1 if it is folded away or missing. */
  lineOf(path: readonly Key[]): number {
    let line = 0
    let value: Json | undefined = this.#root
    for (const key of path) {
      if (!isContainer(value) || !this.isOpen(value)) return -1
      const keys = this.#keysOf(value)
      const position = keys === null ? Number(key) : keys.indexOf(String(key))
      if (position < 0 || position >= sizeOf(value, keys)) return -1
      line += 1 + this.#linesBefore(value, keys, position)
      value = childOf(value, keys, position)
    }
    return value === undefined ? -1 : line
  }

  valueAt(path: readonly Key[]): Json | undefined {
    return memberAt(this.#root, path)
  }

  isOpen(value: Json): boolean {
    return isContainer(value) && this.#turned.has(value) !== this.#isOpen
  }

  /** Folds or unfolds a path. */
  turn(path: readonly Key[], open: boolean): void {
    const above = this.#containers(path)
    const target = above.at(-1)
    if (above.length !== path.length + 1 || target === undefined || this.isOpen(target) === open) return
    const before = this.#lines(target)
    if (!this.#turned.delete(target)) this.#turned.add(target)
    this.#changed(above, this.#lines(target) - before)
  }

  /** Unfolds the containers that a path leads through, not the one at its end. */
  openTo(path: readonly Key[]): void {
    for (let end = 0; end < path.length; end += 1) this.turn(path.slice(0, end), true)
  }

  /** Folds or unfolds everything; the root's own members stay visible. */
  turnAll(open: boolean): void {
    this.#isOpen = open
    this.#turned = new Set()
    this.#inner = new Map()
    this.#chunks = new WeakMap()
    if (!open) this.turn([], true)
  }

  /** Returns the containers along a path, the root first; fewer if the path ends early. */
  #containers(path: readonly Key[]): Container[] {
    const found: Container[] = []
    let value: Json | undefined = this.#root
    for (let depth = 0; isContainer(value); depth += 1) {
      found.push(value)
      const key = path[depth]
      if (key === undefined) break
      if (Array.isArray(value)) value = value[Number(key)]
      else value = Object.hasOwn(value, key) ? value[key] : undefined
    }
    return found
  }

  #lines(value: Json): number {
    if (!isContainer(value)) return 1
    return this.isOpen(value) ? this.#innerLines(value) : 1
  }

  #innerLines(value: Container): number {
    const known = this.#inner.get(value)
    if (known !== undefined) return known
    if (this.#isOpen) return this.#fullLines(value)
    const size = sizeOf(value, this.#keysOf(value))
    return size === 0 ? 1 : size + 2
  }

  /** Returns the number of lines with everything unfolded. */
  #fullLines(value: Json): number {
    if (!isContainer(value)) return 1
    const known = this.#full.get(value)
    if (known !== undefined) return known
    let lines = 0
    if (Array.isArray(value)) for (const item of value) lines += this.#fullLines(item)
    else for (const key in value) lines += this.#fullLines(value[key] ?? null)
    lines = lines === 0 ? 1 : lines + 2
    if (lines > REMEMBERED || this.#full.has(value)) this.#full.set(value, lines)
    return lines
  }

  /** Adds lines to the counts of the containers around the innermost one, up to the first folded one. */
  #changed(above: readonly Container[], delta: number): void {
    for (let depth = above.length - 1; depth > 0; depth -= 1) {
      const [parent, child] = [above[depth - 1], above[depth]]
      if (parent === undefined || child === undefined) return
      this.#inner.set(parent, this.#innerLines(parent) + delta)
      this.#forgetChunks(parent)
      if (!this.isOpen(parent)) return
    }
  }

  /**
   * Adds `delta` lines of a piece to the counts around the innermost container, which had `size` children before.
   * Counts are raised instead of dropped where possible, as there may be thousands of pieces.
   */
  #grow(above: readonly Container[], path: readonly Key[], size: number, delta: number): void {
    const last = above.at(-1)
    if (last !== undefined) this.#chunks.get(last)?.splice(Math.floor(size / CHUNK))
    for (let depth = above.length - 1; depth > 0; depth -= 1) {
      const parent = above[depth - 1]
      if (parent === undefined) return
      const known = this.#inner.get(parent)
      if (known !== undefined) this.#inner.set(parent, known + delta)
      this.#growChunk(parent, path[depth - 1], delta)
      if (!this.isOpen(parent)) return
    }
  }

  /** Adds lines to the count of a child's chunk; drops the counts of all chunks if its position is not known. */
  #growChunk(parent: Container, key: Key | undefined, delta: number): void {
    const chunks = this.#chunks.get(parent)
    if (chunks === undefined) return
    const keys = this.#keysOf(parent)
    const isLast = keys === null || keys.at(-1) === String(key)
    const chunk = Math.floor((keys === null ? Number(key) : keys.length - 1) / CHUNK)
    const lines = chunks[chunk]
    if (!isLast) this.#forgetChunks(parent)
    else if (lines !== undefined) chunks[chunk] = lines + delta
  }

  #forgetChunks(value: Container | undefined): void {
    if (value !== undefined) this.#chunks.delete(value)
  }

  #keysOf(value: Container): string[] | null {
    if (Array.isArray(value)) return null
    const known = this.#keys.get(value)
    if (known !== undefined) return known
    const keys = Object.keys(value)
    this.#keys.set(value, keys)
    return keys
  }

  /** Returns the lines of the children, chunk by chunk. */
  #chunksOf(value: Container, keys: string[] | null, size: number): number[] {
    const chunks = this.#chunks.get(value) ?? []
    for (let from = chunks.length * CHUNK; from < size; from += CHUNK) {
      let lines = 0
      for (let at = from; at < Math.min(size, from + CHUNK); at += 1)
        lines += this.#lines(childOf(value, keys, at))
      chunks.push(lines)
    }
    this.#chunks.set(value, chunks)
    return chunks
  }

  #childAt(
    value: Container,
    keys: string[] | null,
    size: number,
    line: number,
  ): { position: number; rest: number } {
    let rest = line
    let position = 0
    for (const lines of this.#chunksOf(value, keys, size)) {
      if (rest < lines) break
      rest -= lines
      position += CHUNK
    }
    for (; position < size; position += 1) {
      const lines = this.#lines(childOf(value, keys, position))
      if (rest < lines) break
      rest -= lines
    }
    return { position, rest }
  }

  #linesBefore(value: Container, keys: string[] | null, position: number): number {
    const chunks = this.#chunksOf(value, keys, sizeOf(value, keys))
    const whole = Math.floor(position / CHUNK)
    let lines = 0
    for (let chunk = 0; chunk < whole; chunk += 1) lines += chunks[chunk] ?? 0
    for (let at = whole * CHUNK; at < position; at += 1) lines += this.#lines(childOf(value, keys, at))
    return lines
  }
}

function sizeOf(value: Container, keys: string[] | null): number {
  return Array.isArray(value) ? value.length : (keys?.length ?? 0)
}

function childOf(value: Container, keys: string[] | null, position: number): Json {
  if (Array.isArray(value)) return value[position] ?? null
  return value[keys?.[position] ?? ''] ?? null
}
