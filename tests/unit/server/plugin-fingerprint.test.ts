import fc from 'fast-check'
import type { PayloadRequest } from 'payload'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../../../server/plugin/limits.ts'
import { fingerprintOf } from '../../../server/plugin/idempotency/fingerprint.ts'
import { countSteps, importCounted, stopCounting } from '../../support/step-count.ts'

/** Returns a request whose body arrives in these pieces. */
function request(
  pieces: readonly Uint8Array[],
  contentType: string,
  secret = 'of-this-site',
): PayloadRequest {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const init = { method: 'POST', headers: { 'content-type': contentType }, body, duplex: 'half' }
  const made = new Request('http://cms.test/api/media?depth=0', init)
  return Object.assign(made, {
    pathname: '/api/media',
    search: '?depth=0',
    payload: { secret },
  }) as unknown as PayloadRequest
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

/** Returns the fingerprint of a request that its handler reads. */
async function ofRead(req: PayloadRequest, makeFingerprint = fingerprintOf): Promise<string> {
  const fingerprint = makeFingerprint(req)
  await req.arrayBuffer?.()
  return fingerprint.ofRead()
}

const form = (boundary: string, text: string): Uint8Array =>
  new TextEncoder().encode(
    `--${boundary}\r\ncontent-disposition: form-data; name="_payload"\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  )
const multipart = (boundary: string): string => `multipart/form-data; boundary=${boundary}`

describe('the fingerprint of a request', () => {
  it('F22 SY4 is the same however its body is cut, and whatever a form’s boundary is', async () => {
    const places = fc.array(fc.nat(), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), places, places, async (text, one, two) => {
        const first = await ofRead(request(cut(form('--aab', text), one), multipart('--aab')))
        const again = request(cut(form('-xyz-123', text), two), multipart('-xyz-123'))
        expect(await fingerprintOf(again).ofUnread()).toBe(first)
        const other = cut(form('-xyz-123', `${text}.`), two)
        expect(await ofRead(request(other, multipart('-xyz-123')))).not.toBe(first)
      }),
    )
  })

  it('is nothing that can be worked out from the request alone, as it may hold a password', async () => {
    const bytes = [new TextEncoder().encode('{"password":"one-password"}')]
    const of = (secret: string) => ofRead(request(bytes, 'application/json', secret))
    expect(await of('of-this-site')).toBe(await of('of-this-site'))
    expect(await of('of-this-site')).not.toBe(await of('of-another'))
  })

  it('F82 SY4 is made while the handler reads: nothing of a body is held besides', async () => {
    const PIECES = 200
    let given = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given += 1
          controller.enqueue(new Uint8Array(1000).fill(given))
          if (given === PIECES) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', body, duplex: 'half' }
    const made = new Request('http://cms.test/api/media', init)
    const facts = { pathname: '/api/media', search: '', payload: { secret: 'of-this-site' } }
    const req = Object.assign(made, facts) as unknown as PayloadRequest
    const fingerprint = fingerprintOf(req)
    const reader = req.body?.getReader()
    let read = 0
    let most = given
    for (;;) {
      const piece = await reader?.read()
      if (piece?.done !== false) break
      read += 1
      most = Math.max(most, given - read)
    }
    expect([read, most]).toEqual([PIECES, 0])
    expect(fingerprint.ofRead()).toMatch(/^[0-9a-f]{64}$/)
  })

  it('F82 SY4 leaves the handler what is read ahead of it', async () => {
    const bytes = new TextEncoder().encode('{"title":"Late reader"}')
    for (const contentType of ['application/json', 'text/plain']) {
      const req = request(cut(bytes, [3, 9]), contentType)
      const before = fingerprintOf(req)
      await before.readAhead()
      const known = before.ofRead()
      expect(await req.json?.()).toEqual({ title: 'Late reader' })
      expect(known).toBe(await ofRead(request([bytes], contentType)))
    }
  })

  it('never waits for a body that nobody has read: not the one of a form, and no transaction for it', async () => {
    const fingerprint = fingerprintOf(request([form('b', 'a')], multipart('b')))
    await fingerprint.readAhead()
    expect(() => fingerprint.ofRead()).toThrow('The body was not read to its end.')
  })

  it('takes no more ahead than a body may have, unless it is one that Payload reads', async () => {
    const ahead = (contentType: string, bytes: number): Promise<void> =>
      fingerprintOf(request([new Uint8Array(bytes), new Uint8Array(1)], contentType)).readAhead()
    await expect(ahead('text/plain', LIMITS.body - 1)).resolves.toBeUndefined()
    await expect(ahead('text/plain', LIMITS.body)).rejects.toMatchObject({ status: 413 })
    await expect(ahead('Application/JSON', LIMITS.body)).rejects.toMatchObject({ status: 413 })
    await expect(ahead('application/json', LIMITS.body)).resolves.toBeUndefined()
  })

  it('takes one step more per boundary than a plain body, and none beyond the limit (F78)', async () => {
    onTestFinished(stopCounting)
    const counted = await importCounted(() => import('../../../server/plugin/idempotency/fingerprint.ts'))
    const bytes = new Uint8Array(1024).fill(97)
    const pieces = Array.from({ length: 64 }, () => bytes)
    const steps = (contentType: string) =>
      countSteps(() => ofRead(request(pieces, contentType), counted.fingerprintOf))
    const plain = await steps('text/plain')
    expect(await steps(multipart('a'))).toBeLessThanOrEqual(2 * plain + LIMITS.boundaries)
    expect(await steps(multipart('a'.repeat(LIMITS.boundary + 1)))).toBeLessThanOrEqual(2 * plain)
  })

  it('F78 leaves out no more boundaries than a form has parts', async () => {
    const of = (boundary: string, count: number, rest: string) =>
      ofRead(request([new TextEncoder().encode(boundary.repeat(count) + rest)], multipart(boundary)))
    const most = LIMITS.boundaries
    expect(await of('b', most, '.')).toBe(await of('c', most, '.'))
    expect(await of('b', most + 1, '.')).not.toBe(await of('c', most + 1, '.'))
  })
})
