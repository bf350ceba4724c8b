import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** The module begins anew for each test: it keeps what is wrong for the whole window. */
async function load() {
  vi.resetModules()
  const dismissed: string[] = []
  const call = async (_name: string, { code }: { code: string }) => void dismissed.push(code)
  vi.stubGlobal('galley', { call, on: () => () => undefined })
  const module = await import('../../../../renderer/data/store-errors.ts')
  const { result } = renderHook(() => module.useStoreTrouble())
  return { ...module, dismissed, trouble: () => result.current }
}

const failed = { kind: 'failed', why: 'drafts.put: database' } as const
const written = { kind: 'written' } as const

describe('what could not be written to this computer', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('SY16 has the reason that main names, before or after the write that failed', async () => {
    const store = await load()
    expect(store.trouble()).toBeNull()
    act(() => store.heardJournal({}, failed))
    expect(store.trouble()).toBe('database-failed')
    act(() => void store.heardNotice({ code: 'disk-full' }))
    expect(store.trouble()).toBe('disk-full')
  })

  it('SY16 is said until the last form is written, whatever else main writes', async () => {
    const store = await load()
    const [one, other] = [{}, {}]
    act(() => void store.heardNotice({ code: 'disk-full' }))
    act(() => store.heardJournal(one, failed))
    act(() => store.heardJournal(other, failed))
    act(() => store.heardWrite())
    act(() => store.heardJournal(one, written))
    expect(store.trouble()).toBe('disk-full')
    expect(store.dismissed).toEqual([])
    act(() => store.heardJournal(other, written))
    expect(store.trouble()).toBeNull()
    expect(store.dismissed).toEqual(['disk-full'])
  })

  it('ends with the next write where no form holds anything', async () => {
    const store = await load()
    act(() => void store.heardNotice({ code: 'database-read-only' }))
    act(() => store.heardJournal({}, written))
    expect(store.trouble()).toBe('database-read-only')
    act(() => store.heardWrite())
    expect(store.trouble()).toBeNull()
  })

  it('leaves what is told once to its own dialog: a database that was set aside, access that was taken', async () => {
    const store = await load()
    const setAside = { path: '/x', at: '', edits: 0, complete: true, fromCopy: false }
    expect(store.heardNotice({ code: 'database-set-aside', ...setAside })).toBe(false)
    expect(store.heardNotice({ code: 'database-other-user', at: '', name: null, edits: 1 })).toBe(false)
    expect(store.heardNotice({ code: 'access-removed', at: '', server: 'x', edits: 1, unreadable: 0 })).toBe(
      false,
    )
    expect(store.trouble()).toBeNull()
  })
})
