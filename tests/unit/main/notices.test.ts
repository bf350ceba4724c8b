import { describe, expect, it, vi } from 'vitest'
import { createNotices } from '../../../main/notices.ts'
import type { Notice } from '../../../shared/ipc.ts'

const setAside = (path: string): Notice => ({
  code: 'database-set-aside',
  path,
  at: '',
  edits: 0,
  complete: true,
  fromCopy: false,
})

describe('what must be said in words', () => {
  it('is announced, and kept until it is dismissed, one of each kind', () => {
    const announce = vi.fn<(notice: Notice) => void>()
    const notices = createNotices(announce)
    notices.add(setAside('/old'))
    notices.add({ code: 'disk-full' })
    notices.add(setAside('/new'))
    expect(announce.mock.calls).toEqual([[setAside('/old')], [{ code: 'disk-full' }], [setAside('/new')]])
    expect(notices.list()).toEqual([{ code: 'disk-full' }, setAside('/new')])
    notices.dismiss('disk-full')
    expect(notices.list()).toEqual([setAside('/new')])
  })

  it.each<Notice>([
    { code: 'disk-full' },
    { code: 'database-read-only' },
    { code: 'database-failed', message: 'SQLITE_IOERR' },
  ])('F54 says for as long as $code is there that what was typed last is not written', (notice) => {
    const notices = createNotices(() => undefined)
    expect(notices.unwritten()).toBe(false)
    notices.add(setAside('/old'))
    expect(notices.unwritten()).toBe(false)
    notices.add(notice)
    expect(notices.unwritten()).toBe(true)
    notices.dismiss('database-set-aside')
    expect(notices.unwritten()).toBe(true)
    notices.dismiss(notice.code)
    expect(notices.unwritten()).toBe(false)
  })
})
