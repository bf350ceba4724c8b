import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findInTree } from '../../../../renderer/screens/api/tree/find-in-tree.ts'
import { JsonTree, type JsonLine } from '../../../../renderer/screens/api/tree/json-tree.ts'
import { copyParts, LONGEST, pathText, valueText } from '../../../../renderer/screens/api/tree/line-text.ts'
import { pressKey, type Path } from '../../../../renderer/screens/api/tree/tree-keys.ts'
import type { Json } from '../../../../shared/json.ts'
import { jsonPieces } from '../../../../shared/json-pieces.ts'
import { tries } from '../../../support/tries.ts'
import { importCounted, stepRatio, stopCounting } from '../../../support/step-count.ts'

/** Formats a line as JSON.stringify does; a folded value is one line. */
function written({ kind, path, value, position, siblings }: JsonLine): string {
  const [start, end] = Array.isArray(value) ? '[]' : '{}'
  const key = path.at(-1)
  const named = typeof key === 'string' && kind !== 'close' ? `${JSON.stringify(key)}: ` : ''
  const shown = {
    value: JSON.stringify(value),
    open: start,
    close: end,
    closed: '…',
    empty: `${start}${end}`,
  }[kind]
  const comma = kind !== 'open' && position < siblings - 1 ? ',' : ''
  return '  '.repeat(path.length) + named + shown + comma
}

function linesOf(tree: JsonTree): string[] {
  return Array.from({ length: tree.lineCount }, (_, index) => {
    const line = tree.line(index)
    return line === null ? 'nothing' : written(line)
  })
}

/** Returns the lines of a value with folded paths, by a plain algorithm. */
function expected(value: Json, folded: ReadonlySet<string>): string[] {
  const read = (of: Json, path: Path): Json => {
    const isFull = typeof of === 'object' && of !== null && Object.keys(of).length > 0
    if (isFull && folded.has(JSON.stringify(path))) return 'FOLDED'
    if (Array.isArray(of)) return of.map((item, at) => read(item, [...path, at]))
    if (typeof of !== 'object' || of === null) return of
    return Object.fromEntries(Object.entries(of).map(([key, item]) => [key, read(item, [...path, key])]))
  }
  return JSON.stringify(read(value, []), null, 2).replaceAll('"FOLDED"', '…').split('\n')
}

function containersOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return []
  const members: [string | number, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [path, ...members.flatMap(([key, item]) => containersOf(item, [...path, key]))]
}

const anyJson = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)

describe('a JSON value as lines', () => {
  it('is the same after each piece as if it had come whole, also where its lines were looked at before', () => {
    const members = fc.array(anyJson, { minLength: 60, maxLength: 200 })
    fc.assert(
      fc.property(members, fc.boolean(), fc.integer({ min: 40, max: 800 }), (items, isList, limit) => {
        const value = isList ? items : Object.fromEntries(items.map((item, at) => [`k${at}`, item]))
        const tree = new JsonTree()
        for (const piece of jsonPieces({ list: value }, limit)) {
          tree.add(structuredClone(piece))
          const lines = [0, 1, 2, 3].map((part) => Math.floor((part * (tree.lineCount - 1)) / 3))
          const whole = JsonTree.of(structuredClone(tree.root ?? null))
          expect(tree.lineCount).toBe(whole.lineCount)
          for (const line of lines) expect(tree.line(line)).toEqual(whole.line(line))
        }
      }),
      tries(20),
    )
  })

  it('F72 counts what comes, and not again all that was there', async () => {
    onTestFinished(stopCounting)
    const counted = await importCounted(() => import('../../../../renderer/screens/api/tree/json-tree.ts'))
    const comes = (many: number) => () => {
      const tree = new counted.JsonTree()
      tree.add({ at: [], value: [] })
      for (let from = 0; from < many; from += 50) {
        const members = Array.from({ length: 50 }, (_, at): [number, Json] => [from + at, 0])
        tree.add({ at: [], members })
        tree.line(tree.lineCount - 2)
      }
    }
    expect(await stepRatio(comes(5000), comes(20_000))).toBeLessThanOrEqual(5)
  })

  it('has unfolded those that JSON.stringify writes, however it came in pieces', () => {
    fc.assert(
      fc.property(anyJson, fc.integer({ min: 1, max: 60 }), (value, limit) => {
        const tree = new JsonTree()
        for (const piece of jsonPieces(structuredClone(value), limit)) {
          tree.add(piece)
          // Lines are read while it grows, too.
          expect(linesOf(tree)).not.toContain('nothing')
        }
        expect(linesOf(tree)).toEqual(expected(value, new Set()))
      }),
      tries(300),
    )
  })

  it('has one for what is folded, after any folding and unfolding, also while it comes', () => {
    const steps = fc.array(fc.record({ which: fc.nat(), open: fc.boolean(), all: fc.nat(12) }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(anyJson, fc.integer({ min: 1, max: 60 }), steps, (value, limit, all) => {
        const tree = new JsonTree()
        const folded = new Set<string>()
        const paths = containersOf(value)
        const pieces = jsonPieces(structuredClone(value), limit)
        const turn = ({ which, open, all: whole }: (typeof all)[number]) => {
          const path = paths[which % Math.max(1, paths.length)]
          if (path === undefined) return
          if (whole === 0) {
            // Values that have not arrived follow the default when they do.
            for (const piece of pieces) tree.add(piece)
            tree.turnAll(open)
            folded.clear()
            if (!open) for (const one of paths) if (one.length > 0) folded.add(JSON.stringify(one))
            return
          }
          if (tree.valueAt(path) === undefined) return
          if (Object.keys(tree.valueAt(path) ?? {}).length === 0) return
          tree.turn(path, open)
          if (open) folded.delete(JSON.stringify(path))
          else folded.add(JSON.stringify(path))
        }
        for (const step of all) {
          const piece = pieces.next()
          if (!piece.done) tree.add(piece.value)
          linesOf(tree)
          turn(step)
        }
        for (const piece of pieces) tree.add(piece)
        expect(linesOf(tree)).toEqual(expected(value, folded))
        const lines = Array.from({ length: tree.lineCount }, (_, index) => ({
          line: tree.line(index),
          index,
        }))
        const begun = lines.filter(({ line }) => line?.kind !== 'close')
        expect(begun.map(({ line }) => tree.lineOf(line?.path ?? []))).toEqual(
          begun.map(({ index }) => index),
        )
      }),
      tries(300),
    )
  })

  it('finds a line in the middle of a million without writing the others', () => {
    const tree = JsonTree.of(Array.from({ length: 300_000 }, (_, id) => ({ id, tags: [] })))
    expect(tree.lineCount).toBe(300_000 * 4 + 2)
    expect(tree.line(1 + 4 * 200_000 + 1)).toMatchObject({ path: [200_000, 'id'], value: 200_000 })
    tree.turn([100_000], false)
    expect(tree.line(1 + 4 * 200_000 + 1 - 3)).toMatchObject({ path: [200_000, 'id'] })
    expect(tree.lineOf([200_000, 'id'])).toBe(1 + 4 * 200_000 + 1 - 3)
  })

  it('takes names that mean something in JavaScript for names', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":[],"toString":null}') as Json
    expect(linesOf(JsonTree.of(value))).toEqual(JSON.stringify(value, null, 2).split('\n'))
  })
})

describe('keys in the tree', () => {
  const tree = () => JsonTree.of({ a: { b: [1, 2], c: {} }, d: 'x', e: { f: null } })
  const walk = (of: JsonTree, from: Path, ...keys: string[]) =>
    keys.reduce<Path>((at, key) => pressKey(of, at, key) ?? at, from)

  it('go to the lines that begin something, and stay at the ends', () => {
    const of = tree()
    expect(walk(of, [], 'ArrowUp')).toEqual([])
    expect(walk(of, [], 'ArrowDown', 'ArrowDown')).toEqual(['a', 'b'])
    expect(walk(of, ['a', 'b', 1], 'ArrowDown')).toEqual(['a', 'c'])
    expect(walk(of, ['d'], 'ArrowUp')).toEqual(['a', 'c'])
    expect(walk(of, [], 'End')).toEqual(['e', 'f'])
    expect(walk(of, ['e', 'f'], 'ArrowDown', 'PageDown')).toEqual(['e', 'f'])
    expect(walk(of, ['e', 'f'], 'Home')).toEqual([])
    expect(walk(of, [], 'PageDown')).toEqual(['e', 'f'])
    expect(pressKey(of, [], 'x')).toBeNull()
  })

  it('fold and unfold, go in and out', () => {
    const of = tree()
    expect(walk(of, [], 'ArrowRight')).toEqual(['a'])
    expect(walk(of, ['a'], 'ArrowLeft')).toEqual(['a'])
    expect(walk(of, ['a'], 'ArrowDown')).toEqual(['d'])
    expect(walk(of, ['a'], 'ArrowLeft')).toEqual([])
    expect(walk(of, ['a'], 'ArrowRight')).toEqual(['a'])
    expect(walk(of, ['a'], 'ArrowRight')).toEqual(['a', 'b'])
    expect(walk(of, ['a', 'c'], 'ArrowRight')).toEqual(['a', 'c'])
    expect(walk(of, ['a', 'c'], 'ArrowLeft')).toEqual(['a'])
    walk(of, ['a'], 'Enter')
    expect(of.lineOf(['a', 'b'])).toBe(-1)
    walk(of, ['a'], ' ')
    expect(of.lineOf(['a', 'b'])).toBe(2)
  })

  it('with an asterisk unfold all beside one', () => {
    const of = tree()
    of.turn(['a'], false)
    of.turn(['e'], false)
    walk(of, ['d'], '*')
    expect(of.lineCount).toBe(tree().lineCount)
  })
})

describe('find, copy and long texts', () => {
  it('finds texts in keys and values, in the order of the lines, case aside', () => {
    const value = { Title: 'a', list: [{ title: 12 }, 'TITLE'], title2: { deep: true } }
    const found = (text: string) => [...findInTree(value, text)].filter((path) => path !== null).map(pathText)
    expect(found('title')).toEqual(['Title', 'list[0].title', 'list[1]', 'title2'])
    expect(found('12')).toEqual(['list[0].title'])
    expect(found('true')).toEqual(['title2.deep'])
    expect(found('')).toEqual([])
  })

  it('gives a chance to stop in what has nothing of it', () => {
    const looked = [
      ...findInTree(
        Array.from({ length: 10_000 }, () => 'a'),
        'b',
      ),
    ]
    expect(looked.length).toBeGreaterThan(40)
    expect(looked.every((one) => one === null)).toBe(true)
  })

  it('copies a text as it is, and anything else as JSON', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const copied = [...copyParts(value)].join('')
        expect(copied).toBe(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
      }),
      tries(200),
    )
  })

  it('says where a value is as JavaScript would', () => {
    expect(pathText(['layout', 1, 'alt text', 'x', '__proto__', '0'])).toBe(
      'layout[1]["alt text"].x.__proto__["0"]',
    )
    expect(pathText(['a-b'])).toBe('["a-b"]')
    expect(pathText([])).toBe('')
  })

  it('draws the beginning of a very long text', () => {
    const { text, isCut } = valueText('😀'.repeat(LONGEST))
    expect([text.length, isCut]).toEqual([LONGEST + 2, true])
    expect(valueText('short')).toEqual({ text: '"short"', isCut: false })
  })
})
