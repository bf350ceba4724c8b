import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { silentLog } from '../../../main/log.ts'
import { createApiClient, type OpenedAnswer } from '../../../main/server/http/api-client.ts'
import { fetchFile } from '../../../main/server/at-once/fetch-file.ts'
import { setUpBench } from '../store/support/bench.ts'
import { sendingSite } from './support/sending-site.ts'

const bench = setUpBench()

/** Returns a body whose pieces claim a length; none has more than a few bytes. */
function saying(lengths: readonly number[]): ReadableStream<Uint8Array> {
  const waiting = [...lengths]
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const byteLength = waiting.shift()
        if (byteLength === undefined) controller.close()
        else
          controller.enqueue(Object.defineProperty(new Uint8Array([32]), 'byteLength', { value: byteLength }))
      },
    },
    { highWaterMark: 0 },
  )
}

function openerOf(body: ReadableStream<Uint8Array>): OpenedAnswer {
  const disposition = 'attachment; filename="a.bin"'
  return { kind: 'http', status: 200, contentType: null, disposition, body, json: undefined }
}

/** Fetches a file of such pieces; returns the outcome and the files left here. */
async function fetched(lengths: readonly number[]): Promise<{ outcome: string; left: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-fetched-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const site = sendingSite(bench.store, () => null)
  const { outcome } = await fetchFile(
    {
      ...site,
      client: { ...site.client, open: async () => Promise.resolve(openerOf(saying(lengths))) },
      files: {
        ...openFileFolder(join(folder, 'store.sqlite')),
        append: async () => Promise.resolve(),
      },
    },
    { slug: 'posts', id: null, url: 'https://site.invalid/a.bin' },
  )
  return { outcome, left: readdirSync(folder, { recursive: true }).map(String) }
}

test('an answer in JSON is read up to its limit; a larger one is refused whole', async () => {
  const client = (lengths: readonly number[]) =>
    createApiClient({
      baseUrl: 'https://cms.invalid',
      transport: async () =>
        Promise.resolve({
          status: 200,
          headers: { get: () => null, getSetCookie: () => [] },
          body: saying(lengths),
        }),
      token: () => null,
      language: () => 'en',
      log: silentLog,
    })
  const ask = { method: 'GET', path: '/posts' } as const
  const half = 32 * 1024 * 1024
  expect(await client([half, half]).request(ask)).toMatchObject({ kind: 'http', bytes: 2 * half })
  expect(await client([half, half, 1]).request(ask)).toEqual({ kind: 'network', code: 'too-large' })
})

test('a file that the server fetches is taken up to its limit; of a larger one nothing stays', async () => {
  const half = 1024 ** 3
  expect(await fetched([half, half])).toMatchObject({ outcome: 'fetched' })
  const { outcome, left } = await fetched([half, half, 1])
  expect(outcome).toBe('failed')
  expect(left).toEqual(['store.files'])
})
