import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { showFile } from '../../../main/files/show-files.ts'
import { LIMITS } from '../../../shared/limits.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'
import { setUpBench } from '../store/support/bench.ts'
import { sendingSite } from '../main/support/sending-site.ts'

const bench = setUpBench()

function siteWith(): SiteContext {
  const folder = mkdtempSync(join(tmpdir(), 'galley-show-'))
  return {
    ...sendingSite(bench.store, () => null),
    files: openFileFolder(join(folder, 'users-1.sqlite')),
  }
}

async function bring(site: SiteContext, content: string): Promise<string> {
  const id = await site.files.begin()
  await site.files.append(id, new TextEncoder().encode(content))
  await site.files.finish(id)
  return id
}

test('SY14 M.04 (part) a picture that waits is shown as what it begins like, and can do nothing', async () => {
  const site = siteWith()
  const picture = 'GIF89a\u0001\u0000\u0001\u0000 and more'
  const answer = await showFile(`app://files/${await bring(site, picture)}`, site)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe(picture)
})

test('M.04 (part) nothing but pictures is given out, and nothing of another place', async () => {
  const site = siteWith()
  const page = await bring(site, '<!doctype html><script>alert(1)</script>')
  const statusOf = async (address: string, at: SiteContext | null = site) =>
    (await showFile(address, at)).status
  expect(await statusOf(`app://files/${page}`)).toBe(415)
  expect(await statusOf('app://files/..%2Fusers-1.sqlite')).toBe(404)
  expect(await statusOf('app://files/0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(404)
  expect(await statusOf('app://media/media/%2e%2e')).toBe(404)
  expect(await statusOf('app://media/media/7/more')).toBe(404)
  expect(await statusOf(`app://files/${page}`, null)).toBe(404)
})

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<?xml version="1.0"?><!-- --><svg><use/></svg>'])(
  'F74 %s is not given to the window: a few lines of it may draw for minutes',
  async (drawing) => {
    const site = siteWith()
    expect((await showFile(`app://files/${await bring(site, drawing)}`, site)).status).toBe(415)
  },
)

const u16 = (value: number): number[] => [value >> 8, value & 255]
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 65_535)]
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')]
const least = (bytes: number[]): number[] => bytes.toReversed()

/** Heads of pictures that say how large they are, and hold nothing. */
const HEADS: readonly (readonly [string, (width: number, height: number) => number[]])[] = [
  ['PNG', (w, h) => [0x89, ...ascii('PNG\r\n\u001a\n'), ...u32(13), ...ascii('IHDR'), ...u32(w), ...u32(h)]],
  ['GIF', (w, h) => [...ascii('GIF89a'), ...least(u16(w)), ...least(u16(h))]],
  [
    'JPEG with what its camera says',
    (w, h) => [
      0xff,
      0xd8,
      0xff,
      0xe1,
      ...u16(60_000),
      ...Array<number>(59_998).fill(0),
      0xff,
      0xff,
      0xdb,
      ...u16(4),
      0,
      0,
      0xff,
      0xc2,
      ...u16(17),
      8,
      ...u16(h),
      ...u16(w),
    ],
  ],
  [
    'WebP',
    (w, h) => [
      ...ascii('RIFF0000WEBPVP8 '),
      ...Array<number>(10).fill(0),
      ...least(u16(w)),
      ...least(u16(h)),
    ],
  ],
  [
    'WebP without loss',
    (w, h) => [...ascii('RIFF0000WEBPVP8L0000'), 0x2f, ...least(u32(((h - 1) << 14) | (w - 1)))],
  ],
  [
    'WebP with more',
    (w, h) => [
      ...ascii('RIFF0000WEBPVP8X00000000'),
      ...[least(u32(w - 1).slice(1)), least(u32(h - 1).slice(1))].flat(),
    ],
  ],
  [
    'AVIF with a small one before',
    (w, h) => [
      ...u32(24),
      ...ascii('ftypavif'),
      ...ascii('ispe'),
      ...u32(0),
      ...u32(1),
      ...u32(1),
      ...ascii('ispe'),
      ...u32(0),
      ...u32(w),
      ...u32(h),
    ],
  ],
]

test.each(HEADS)(
  'F75 a %s of a few bytes that says it has too many pixels is not shown',
  async (_name, head) => {
    const site = siteWith()
    const statusOf = async (width: number, height: number) => {
      const id = await site.files.begin()
      await site.files.append(id, Uint8Array.from(head(width, height)))
      await site.files.finish(id)
      return (await showFile(`app://files/${id}`, site)).status
    }
    expect(await statusOf(16_000, 16_000)).toBe(415)
    expect(await statusOf(16_000, 12_000)).toBe(200)
    expect(await statusOf(1, 1)).toBe(200)
  },
)

test('F75 a JPEG that says only after much else how large it is, is not shown', async () => {
  const site = siteWith()
  const id = await site.files.begin()
  const segment = [0xff, 0xe1, ...u16(65_535), ...Array<number>(65_533).fill(0)]
  await site.files.append(id, Uint8Array.from([0xff, 0xd8, ...[segment, segment, segment, segment].flat()]))
  await site.files.append(id, Uint8Array.from([...segment, 0xff, 0xc0, ...u16(17), 8, ...u16(1), ...u16(1)]))
  await site.files.finish(id)
  expect((await showFile(`app://files/${id}`, site)).status).toBe(415)
})

/** A site of which each file is a picture without an end; counts the pieces that were taken of it. */
function endlessSite(): { site: SiteContext; taken: () => number; isLeft: () => boolean } {
  const site = siteWith()
  let pieces = 0
  let isLeft = false
  const piece = new Uint8Array(256 * 1024)
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      yield new TextEncoder().encode('GIF89a')
      for (;;) {
        pieces += 1
        yield piece
      }
    } finally {
      isLeft = true
    }
  }
  const files = { ...site.files, sizeOf: async () => 1, read: endless }
  return { site: { ...site, files }, taken: () => pieces * piece.byteLength, isLeft: () => isLeft }
}
const SOME_FILE = 'app://files/0f8fad5b-d9cb-469f-a165-70867728950e'

test('F75 of a picture without an end no more is taken than a window shows', async () => {
  const { site, taken } = endlessSite()
  const answer = await showFile(SOME_FILE, site)
  await expect(answer.arrayBuffer()).rejects.toThrow('too large')
  expect(taken()).toBeLessThanOrEqual(LIMITS.picture + 2 * 256 * 1024)
})

test('F75 of a picture that nobody takes nothing more is read, and its file is let go', async () => {
  const { site, taken, isLeft } = endlessSite()
  const answer = await showFile(SOME_FILE, site)
  const reader = answer.body?.getReader()
  for (let count = 0; count < 4; count += 1) await reader?.read()
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken()).toBeLessThanOrEqual(6 * 256 * 1024)
  await reader?.cancel()
  expect(isLeft()).toBe(true)
})
