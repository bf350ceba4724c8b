import { describe, expect, it } from 'vitest'
import { callReason } from '../../../../renderer/data/failure-reasons.ts'

const t = (key: string) => `<${key}>`

describe('why a call failed', () => {
  it.each([
    ['drafts.put: database', '<galley:app.call.database>'],
    ['outbox.list: no-account', '<galley:app.call.noAccount>'],
    ['documents.create: bad-input', '<galley:app.call.internal>'],
  ])('is words, not %j', (message, words) => expect(callReason(new Error(message), t)).toBe(words))

  it('is the message where that is words already', () => {
    expect(callReason(new Error('Write permission denied.'), t)).toBe('Write permission denied.')
    expect(callReason('Not found', t)).toBe('Not found')
  })
})
