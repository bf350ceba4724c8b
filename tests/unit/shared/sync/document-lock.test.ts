import { describe, expect, test } from 'vitest'
import { judgeLock, type StoredLock } from '../../../../shared/sync/document-lock.ts'

const NOW = Date.parse('2026-11-20T10:32:00.000Z')
const MINUTE = 60_000
const me = { collection: 'users', id: '1' }
const lock = (userId: string, minutesOld: number, sinceMinutes = minutesOld): StoredLock => ({
  id: 7,
  user: { collection: 'users', id: userId },
  by: 'Erika Example',
  createdAt: NOW - sinceMinutes * MINUTE,
  updatedAt: NOW - minutesOld * MINUTE,
})
const judged = (stored: StoredLock | null, more: { serverNow?: number; durationMs?: number } = {}) =>
  judgeLock(stored, { me, serverNow: NOW, durationMs: 5 * MINUTE, ...more })

describe('whose a document is', () => {
  test('nobody’s without a lock', () => {
    expect(judged(null)).toEqual({ kind: 'none', lapsed: null })
  })

  test('somebody else’s from when they took it to when it ends', () => {
    expect(judged(lock('2', 1, 12))).toMatchObject({
      kind: 'other',
      heldMs: 12 * MINUTE,
      lapsesInMs: 4 * MINUTE,
    })
  })

  test('a lock ends after as long as the site says without a sign of life, by the server’s own times', () => {
    expect(judged(lock('2', 5)).kind).toBe('other')
    expect(judged(lock('2', 5.01))).toMatchObject({ kind: 'none', lapsed: { id: 7 } })
    expect(judged(lock('2', 1), { durationMs: 30_000 }).kind).toBe('none')
    // A site whose clock is a day ahead tells of it by that clock too.
    const ahead = 24 * 60 * MINUTE
    const stored = { ...lock('2', 1), createdAt: NOW + ahead - MINUTE, updatedAt: NOW + ahead - MINUTE }
    expect(judged(stored, { serverNow: NOW + ahead })).toMatchObject({ kind: 'other', heldMs: MINUTE })
  })

  test('one’s own is no block, whoever made it for them, but the same id in another collection is somebody else', () => {
    expect(judged(lock('1', 3))).toMatchObject({ kind: 'mine', ageMs: 3 * MINUTE })
    expect(judged({ ...lock('1', 3), user: { collection: 'members', id: '1' } }).kind).toBe('other')
  })

  test('an answer that is dated to the second is no lock of the future', () => {
    expect(judged(lock('2', 0), { serverNow: NOW - 800 })).toMatchObject({
      kind: 'other',
      heldMs: 0,
      lapsesInMs: 5 * MINUTE,
    })
  })
})
