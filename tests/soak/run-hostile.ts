import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { growthOfReader, READERS, type Reader } from '../support/hostile/readers.ts'
import { tries } from '../support/tries.ts'
import { ALLOWED, cpuGrowth } from './cpu-growth.ts'

/*
 * npm run soak -- --hostile [--seed=N] [--minutes=K]: random inputs up to 1 MB for parsers of untrusted bytes
 * (docs/security.md). Fails on a growth over 3 per doubling, or an exception. No test, since CPU times vary.
 */

const { values } = parseArgs({
  options: {
    hostile: { type: 'boolean' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    minutes: { type: 'string', default: '5' },
  },
})
const seed = Number(values.seed)
const until = performance.now() + Number(values.minutes) * 60_000

/** Characters that are hard for expressions and loops, and some letters. */
const SIGNS = [
  ...Array.from(' \t\r\n\u2028\u2029\u0301\u0640.,;:!?\'"`*_~#-+/\\|()[]{}<>&@%=0aAb'),
  'http://',
  'www.',
  '{"a":',
  '&amp;',
]
const sign = fc.oneof(fc.constantFrom(...SIGNS), fc.string({ maxLength: 4, unit: 'grapheme' }))
const text = (most: number): fc.Arbitrary<string> =>
  fc.array(sign, { maxLength: most }).map((signs) => signs.join(''))
const pattern: fc.Arbitrary<Reader['worst'][number]> = fc.tuple(
  text(3),
  text(4).filter((piece) => piece !== ''),
  text(2),
)

let tried = 0
const found: string[] = []
for (let round = 0; performance.now() < until; round += 1) {
  // Many short inputs show more than few long ones.
  const most = round % 8 === 0 ? 1_048_576 : 65_536
  const [of = ['', 'a', ''] as const] = fc.sample(pattern, tries(1, { seed: seed + round }))
  const begins = [...of.slice(0, 1), ...(READERS[round % READERS.length]?.worst[0]?.slice(0, 1) ?? [])]
  for (const reader of READERS) {
    const { row } = reader
    if (performance.now() >= until) break
    const hostile = [begins[round % begins.length] ?? '', of[1], of[2]] as const
    tried += 1
    const said = await growthOfReader(cpuGrowth, reader, hostile, { from: 16_384, most, times: 4 }).then(
      ({ ratio, size }) =>
        ratio > ALLOWED ? `${ratio.toFixed(1)} times the work for twice ${size / 2} characters` : null,
      (error: unknown) => `threw ${String(error)}`,
    )
    if (said === null) continue
    found.push(row)
    console.error(`${row}: ${JSON.stringify(hostile)}: ${said} (--seed=${seed}, round ${round})`)
  }
}
console.log(
  `hostile: seed ${seed}, ${tried} inputs for ${READERS.length} readers, ${found.length} too expensive`,
)
// The worker that reads large answers would keep the process alive.
process.exit(found.length > 0 ? 1 : 0)
