import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/*
 * The id of a requirement or rule in a title stands alone where that test shows all that can be observed of it. Where it
 * shows less, `(part)` or the part follows: `S2.15 (part)`, `S2.04 (links)`. A range names ids that nothing shows.
 */

const TESTS = fileURLToPath(new URL('..', import.meta.url))
const ID = String.raw`(?:S\d+\.|[AM]\.|SY|DM|F|U)\d+`
const BETWEEN = String.raw`(?:[-–—…]|\.{2,3})`
/** From one id to another, or from an id to a number that follows at once. */
const RANGE = new RegExp(
  String.raw`\b${ID}(?:(?:\s*\([^)]*\))?\s*(?:${BETWEEN}|\b(?:to|until|through)\b)\s*${ID}|${BETWEEN}\d+)\b`,
)
const COMMENT = /^\s*(?:\/\/|\/?\*)/

/** Files with tests, from here; this one has ranges to try. */
const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.test\.tsx?$/.test(name) && !import.meta.url.endsWith(name.replaceAll('\\', '/')),
)

// Ids that no requirement has: these titles show none.
describe('a range of ids', () => {
  it.each([
    'S90.01-S90.11 every type',
    'S90.01 (part) – S90.11 (part) every type',
    'S90.01-11 every type',
    'SY91…SY94 a restart',
    'DM91..93 a restart',
    'F91 to F99 a restart',
    'M.91 through M.94 a window',
  ])('is seen in %s', (title) => {
    expect(title).toMatch(RANGE)
  })

  it.each([
    'S90.01 S90.02 rows',
    'S90.45 offers 5 to 100',
    'S90.26 (part) -1 is less than 0',
    'M.93 (part), U95 the next start',
    'F956 the server that comes back',
  ])('is none in %s', (title) => {
    expect(title).not.toMatch(RANGE)
  })

  it('is in no title', () => {
    expect(files.length).toBeGreaterThan(100)
    const ranges = files.flatMap((name) =>
      readFileSync(join(TESTS, name), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          RANGE.test(line) && !COMMENT.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [],
        ),
    )
    expect(ranges).toEqual([])
  })
})
