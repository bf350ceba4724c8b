import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { en, openForm, type recorder } from './form-fixtures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lastValue = (main: ReturnType<typeof recorder>) => {
  const change = main.puts.at(-1)?.changes.at(-1)
  return change?.kind === 'set' ? change.to : undefined
}

describe('journal', () => {
  it('SY1 is written at most 250 ms after the first unsaved keystroke, however long the typing goes on', async () => {
    const { document, form, main } = openForm()
    for (let at = 0; at < 250; at += 50) {
      form.setField('title', `t${at}`)
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(main.puts.length).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(250)
    expect(lastValue(main)).toBe('t200')
    expect(main.puts.at(-1)).toEqual({
      ref: document.getRef(),
      over: '',
      changes: [en('title', 'Kiruna', 't200')],
      typed: [],
    })
  })

  it('SY1 is written at once when a field loses the focus', async () => {
    const { form, main } = openForm()
    form.setField('title', 'A')
    form.blur()
    await vi.advanceTimersByTimeAsync(0)
    expect(lastValue(main)).toBe('A')
  })

  it('SY16 says edited until the database has it', async () => {
    const { document, form, main } = openForm()
    form.setField('title', 'A')
    expect(document.getDocument().state).toBe('edited')
    main.hold()
    await vi.advanceTimersByTimeAsync(250)
    expect(document.getDocument().state).toBe('edited')
    main.release()
    await vi.advanceTimersByTimeAsync(0)
    expect(document.getDocument().state).toEqual({ kind: 'on-this-computer' })
  })

  it('has one write under way, and the next one takes all that was typed meanwhile', async () => {
    const { form, main } = openForm()
    main.hold()
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(250)
    form.setField('title', 'AB')
    await vi.advanceTimersByTimeAsync(1000)
    expect(main.puts).toHaveLength(1)
    main.release()
    await vi.advanceTimersByTimeAsync(250)
    expect(main.puts).toHaveLength(2)
    expect(lastValue(main)).toBe('AB')
  })

  it('T1 SY1 what is typed while a commit is under way is journalled after it, and not called written before', async () => {
    const { document, form, main } = openForm()
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(250)
    main.hold()
    const committed = document.commit('draft', 'en')
    await vi.advanceTimersByTimeAsync(0)
    form.setField('title', 'AB')
    const puts = main.puts.length
    main.release()
    await committed
    expect(document.getDocument().journal).toEqual({ kind: 'pending' })
    await vi.advanceTimersByTimeAsync(250)
    expect(main.puts.length).toBe(puts + 1)
    expect(lastValue(main)).toBe('AB')
    expect(document.getDocument().journal).toEqual({ kind: 'written' })
  })

  it('a flush waits for everything typed before it', async () => {
    const { document, form, main } = openForm()
    main.hold()
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(250)
    form.setField('title', 'AB')
    const flushed = Promise.all([document.flush(), document.flush()])
    main.release()
    expect(await flushed).toEqual([true, true])
    expect(lastValue(main)).toBe('AB')
    expect(main.puts).toHaveLength(2)
  })

  it('SY1 a refused write is said with its reason and tried again, by itself and with the next keystroke', async () => {
    const { document, form, main } = openForm()
    main.fail(new Error('disk full'))
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(250)
    expect(document.getDocument().journal).toEqual({ kind: 'failed', why: 'disk full' })
    expect(document.getDocument().state).toBe('edited')
    expect(await document.flush()).toBe(false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(main.puts.length).toBeGreaterThan(2)
    main.fail(null)
    form.setField('title', 'AB')
    await vi.advanceTimersByTimeAsync(250)
    expect(lastValue(main)).toBe('AB')
    expect(document.getDocument().journal).toEqual({ kind: 'written' })
  })

  it('an edit that was taken back takes the draft back', async () => {
    const { document, form, main } = openForm()
    form.setField('title', 'A')
    await document.flush()
    form.setField('title', 'Kiruna')
    await document.flush()
    expect(main.puts.at(-1)?.changes).toEqual([])
    expect(document.getDocument().state).toEqual({ kind: 'saved' })
  })
})
