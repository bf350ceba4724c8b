import path from 'node:path'
import { expect, test } from 'vitest'
import { readStartOptions } from '../../../main/command-line.ts'
import { createQuitSequence } from '../../../main/quit-sequence.ts'
import { externalUrl } from '../../../shared/external-url.ts'
import { createFlusher, type FlushResult } from '../../../main/windows/flush-windows.ts'
import { DEFAULT_WINDOW, fitWindow } from '../../../main/windows/window-bounds.ts'

test.each([
  'https://payloadcms.com/docs?a=b#c',
  'http://localhost:3000/',
  'mailto:editor@example.com',
  'tel:+1-(234)-567.89',
  'sms:+491234',
])('the address %s may be opened outside', (url) => expect(externalUrl(url)).toBe(url))

test.each([
  ['mailto:a@b.c?subject=Hello%20you', 'mailto:a@b.c?subject=Hello%20you'],
  [
    'mailto:a@b.c?SUBJECT=Hi&attach=/etc/passwd&cc=x@y.z&bcc=x@y.z&body=Send%20money',
    'mailto:a@b.c?subject=Hi',
  ],
  ['mailto:a@b.c?attachment=/etc/passwd', 'mailto:a@b.c'],
  ['mailto:a@b.c?subject=Hi%0D%0ABcc:%20x@y.z', 'mailto:a@b.c?subject=Hi%20Bcc%3A%20x%40y.z'],
  ['mailto:a@b.c?to=x@y.z', 'mailto:a@b.c'],
  ['mailto:a+tag@b.c', 'mailto:a%2Btag@b.c'],
])('F37 of the mail address %s only whom it is for and the subject are handed on', (given, handed) =>
  expect(externalUrl(given)).toBe(handed),
)

test.each([
  'mailto:',
  'mailto:a@b.c,x@y.z',
  'mailto:a@b.c%0ABcc:x@y.z',
  'mailto:a@b.c%3Fattach=x',
  'mailto:%zz@b.c',
])('F37 the mail address %s is for nobody, or for several, and is not handed on', (given) =>
  expect(externalUrl(given)).toBeNull(),
)

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://host/share',
  'ms-msdt:/id',
  'nonsense',
  'https://u:p@h/',
  'tel:*%2306%23',
  'tel:*#06#',
  'tel:+',
  'tel:1;ext=2',
  'sms:1?body=Send%20money',
  'sms:1,2',
])('the address %s is never handed to the system', (url) => expect(externalUrl(url)).toBeNull())

test('a window opens where it was left, and in sight when that screen is gone', () => {
  const screens = [
    { x: 0, y: 0, width: 1920, height: 1040 },
    { x: 1920, y: 0, width: 1280, height: 984 },
  ]
  const left = { x: 2000, y: 100, width: 1000, height: 700, maximized: false }
  expect(fitWindow(left, screens)).toEqual({ x: 2000, y: 100, width: 1000, height: 700 })
  expect(fitWindow(left, screens.slice(0, 1))).toEqual({ width: 1000, height: 700 })
  expect(fitWindow({ ...left, width: 5000, height: 50 }, screens)).toEqual({
    x: 1920,
    y: 100,
    width: 1280,
    height: 400,
  })
  expect(fitWindow(DEFAULT_WINDOW, [])).toEqual({ width: 1440, height: 900 })
})

test('the demo log-in, the screenshot and files of the policy are for development only, the preset server is not', () => {
  const env = {
    GALLEY_DEMO_LOGIN: 'admin@example.com:pa:ss',
    GALLEY_FIRST_SCREENSHOT: '/tmp/x.png',
    GALLEY_POLICY: ['/tmp/a.json', '/tmp/b.json'].join(path.delimiter),
  }
  const argv = ['galley', '--server=http://127.0.0.1:4790']
  expect(readStartOptions(argv, env, false)).toEqual({
    server: 'http://127.0.0.1:4790',
    demoLogin: { identifier: 'admin@example.com', password: 'pa:ss' },
    firstScreenshot: '/tmp/x.png',
    debug: false,
    printVersion: false,
    printPolicy: false,
    policyFiles: ['/tmp/a.json', '/tmp/b.json'],
  })
  expect(readStartOptions(['galley', '--print-policy'], {}, true).printPolicy).toBe(true)
  expect(readStartOptions(['galley', '--version'], {}, true).printVersion).toBe(true)
  expect(readStartOptions(argv, env, true)).toMatchObject({
    server: 'http://127.0.0.1:4790',
    demoLogin: null,
    firstScreenshot: null,
    policyFiles: null,
  })
})

test('SY1 a flush ends with the answer of its own token, and only with it', async () => {
  const asked: string[] = []
  let count = 0
  const flusher = createFlusher({
    ask: (token) => asked.push(token) > 0,
    newToken: () => `t${(count += 1)}`,
    limitMs: 60_000,
  })
  flusher.pageReady()
  const first = flusher.flush()
  const second = flusher.flush()
  const third = flusher.flush()
  flusher.flushed('another', 0)
  flusher.flushed('t2', 0)
  expect(await second).toBe('written')
  flusher.flushed('t3', 2)
  expect(await third).toBe('unwritten')
  flusher.abandon()
  expect(await first).toBe('gone')
  expect(asked).toEqual(['t1', 't2', 't3'])
})

test('SY1 nobody to ask and a page that never answers both end a flush, and are told apart', async () => {
  const options = { newToken: () => 't', limitMs: 1 }
  const ready = (ask: () => boolean) => {
    const flusher = createFlusher({ ...options, ask })
    flusher.pageReady()
    return flusher
  }
  expect(await ready(() => false).flush()).toBe('gone')
  expect(await ready(() => true).flush()).toBe('silent')
  expect(await createFlusher({ ...options, ask: () => true }).flush()).toBe('gone')
})

/** The sequence with steps that end when the test says so. */
function quitting() {
  const steps: string[] = []
  let finishFlush = (_result: FlushResult): void => undefined
  let finishClose = (): void => undefined
  const sequence = createQuitSequence({
    flush: () => new Promise<FlushResult>((resolve) => ((finishFlush = resolve), void steps.push('flush'))),
    refuse: (why) => void steps.push(`ask: ${why}`),
    closeDatabase: () =>
      new Promise<void>((resolve) => ((finishClose = resolve), void steps.push('close database'))),
    closeWindow: () => void steps.push('close window'),
    quit: () => void steps.push('quit'),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    sequence,
    steps,
    finishFlush: async (result: FlushResult = 'written') => {
      finishFlush(result)
      await settled()
    },
    finishClose: async () => {
      finishClose()
      await settled()
    },
  }
}

test('SY1 closing the window first writes what was typed', async () => {
  const { sequence, steps, finishFlush } = quitting()
  expect(sequence.mayClose()).toBe(false)
  expect(sequence.mayClose()).toBe(false)
  expect(steps).toEqual(['flush'])
  await finishFlush()
  expect(steps).toEqual(['flush', 'close window'])
})

test('SY1 quitting writes what was typed, closes the window, then the database, then ends', async () => {
  const { sequence, steps, finishFlush, finishClose } = quitting()
  sequence.quitRequested()
  expect(sequence.mayClose()).toBe(false)
  await finishFlush()
  expect(steps).toEqual(['flush', 'quit'])
  expect(sequence.mayClose()).toBe(true)
  expect(sequence.mayEnd()).toBe(false)
  expect(sequence.mayEnd()).toBe(false)
  await finishClose()
  expect(steps).toEqual(['flush', 'quit', 'close database', 'quit'])
  expect(sequence.mayEnd()).toBe(true)
})

test.each<FlushResult>(['unwritten', 'silent'])(
  'F8 a quit whose flush ends %s keeps the window and asks; the program ends only by the answer',
  async (result) => {
    const { sequence, steps, finishFlush } = quitting()
    sequence.quitRequested()
    sequence.mayClose()
    await finishFlush(result)
    expect(steps).toEqual(['flush', `ask: ${result}`])
    // Closing it by hand asks again, and does not end the program by the quit of before.
    expect(sequence.mayClose()).toBe(false)
    await finishFlush(result)
    expect(steps.slice(2)).toEqual(['flush', `ask: ${result}`])
  },
)

test('F8 trying again quits once everything is written, and asks again where it is not', async () => {
  const { sequence, steps, finishFlush } = quitting()
  sequence.quitRequested()
  sequence.mayClose()
  await finishFlush('unwritten')
  sequence.leave({ anyway: false })
  await finishFlush('unwritten')
  expect(steps).toEqual(['flush', 'ask: unwritten', 'flush', 'ask: unwritten'])
  sequence.leave({ anyway: false })
  await finishFlush('written')
  expect(steps.slice(4)).toEqual(['flush', 'quit'])
  expect(sequence.mayClose()).toBe(true)
})

test('F8 who says so leaves without what is not written', async () => {
  const { sequence, steps, finishFlush } = quitting()
  sequence.mayClose()
  await finishFlush('unwritten')
  sequence.leave({ anyway: true })
  expect(steps).toEqual(['flush', 'ask: unwritten', 'close window'])
})
