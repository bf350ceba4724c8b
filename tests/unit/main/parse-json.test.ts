import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces, joinJson } from '../../../shared/json-pieces.ts'
import { jsonBody } from '../../../main/server/http/parse-json.ts'
import type { Json } from '../../../shared/json.ts'
import { watchPieces } from '../../support/parsed-pieces.ts'

/** Takes a text in as it comes from the network: in parts that break characters. */
function take(text: string, part = 64 * 1024 - 1): Promise<Json | undefined> {
  const body = jsonBody()
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += part) body.add(bytes.slice(at, at + part))
  return body.end()
}

/** A list answer of about so many megabytes. */
const page = (megabytes: number) => ({
  docs: Array.from({ length: megabytes * 100 }, (_, id) => ({
    id,
    title: `Fähre ${id} 🚢`,
    layout: [
      { id: 'a', text: 'x'.repeat(5000) },
      { id: 'b', rows: ['y'.repeat(4900)] },
    ],
    empty: {},
    none: null,
  })),
  totalDocs: megabytes * 100,
})

test('F35 a large answer is the same value as parsed in one go', async () => {
  const answer = page(3)
  expect(await take(JSON.stringify(answer))).toEqual(answer)
})

test('F35 a large answer is taken over in pieces, each at another turn of the event loop', async () => {
  const answer = page(20)
  const { pieces, stop } = watchPieces()
  try {
    expect(await take(JSON.stringify(answer))).toMatchObject({ totalDocs: 2000 })
  } finally {
    stop()
  }
  // No piece is more than a message of 128 K of characters, and what tells where it belongs.
  expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThan(150_000)
  expect(pieces.length).toBeGreaterThan(JSON.stringify(answer).length / 150_000)
  expect(new Set(pieces.map(({ turn }) => turn)).size).toBe(pieces.length)
})

test('F35 answers that come in at the same time do not get mixed up', async () => {
  const all = await Promise.all([1, 2, 3].map((megabytes) => take(JSON.stringify(page(megabytes)))))
  expect(all.map((value) => (value as { totalDocs: number }).totalDocs)).toEqual([100, 200, 300])
})

test.each([
  ['HTML', `<!doctype html>${'<p>'.repeat(200_000)}`],
  ['cut JSON', `{"docs":["${'x'.repeat(500_000)}`],
  ['a number that is none', `[1e999,"${'x'.repeat(500_000)}"]`],
  ['HTML, small', '<!doctype html>'],
  ['nothing', ''],
])('F35 what is no JSON is told as that: %s', async (_name, text) => {
  expect(await take(text)).toBeUndefined()
})

test('F35 a key __proto__ is a key, in large answers as in small ones', async () => {
  for (const filler of ['', 'x'.repeat(400_000)]) {
    const text = `{"__proto__":{"admin":true},"filler":"${filler}","list":[{"__proto__":["${filler}"]}]}`
    const value = await take(text)
    expect(JSON.stringify(value)).toBe(text)
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  }
})

test('F35 every value is whole again after it was cut', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 60 }), (given, limit) => {
      // -0 is no JSON.
      const value = JSON.parse(JSON.stringify(given)) as Json
      const joined = joinJson()
      for (const piece of jsonPieces(value, limit)) joined.add(structuredClone(piece))
      expect(JSON.stringify(joined.value())).toBe(JSON.stringify(value))
    }),
  )
})
