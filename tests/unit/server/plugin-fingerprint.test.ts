import fc from 'fast-check'
import type { PayloadRequest } from 'payload'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../server/plugin/idempotency/fingerprint.ts'

const MOST = 1000

/** A request whose body arrives in these pieces. */
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
        const first = await fingerprintOf(request(cut(form('--aab', text), one), multipart('--aab')), MOST)
        const again = await fingerprintOf(
          request(cut(form('-xyz-123', text), two), multipart('-xyz-123')),
          MOST,
        )
        expect(again).toBe(first)
        const other = cut(form('-xyz-123', `${text}.`), two)
        expect(await fingerprintOf(request(other, multipart('-xyz-123')), MOST)).not.toBe(first)
      }),
    )
  })

  it('is nothing that can be worked out from the request alone, as it may hold a password', async () => {
    const bytes = [new TextEncoder().encode('{"password":"one-password"}')]
    const of = (secret: string) => fingerprintOf(request(bytes, 'application/json', secret), MOST)
    expect(await of('of-this-site')).toBe(await of('of-this-site'))
    expect(await of('of-this-site')).not.toBe(await of('of-another'))
  })

  it('F22 is none for a body that is too large, of which no more is read than the bound', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 100
        controller.enqueue(new Uint8Array(100))
      },
    })
    const init = { method: 'POST', body: endless, duplex: 'half' }
    const made = new Request('http://cms.test/api/media', init)
    const req = Object.assign(made, {
      pathname: '/api/media',
      search: '',
      payload: { secret: 'of-this-site' },
    }) as unknown as PayloadRequest
    expect(await fingerprintOf(req, MOST)).toBeNull()
    expect(sent).toBeLessThan(2 * MOST)
  })
})
