import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { countCrashes, folderBytes, readLogTail } from '../../../../main/diagnostics/folders.ts'
import { createDiagnostics } from '../../../../main/diagnostics/diagnostics.ts'
import { redactLogLine } from '../../../../main/diagnostics/redact-log.ts'
import { createLog, silentLog } from '../../../../main/log.ts'
import { createApiClient } from '../../../../main/server/http/api-client.ts'
import { reportText } from '../../../../shared/diagnostics.ts'

const SECRETS = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl',
  password: 'galley-hunter2',
  title: 'Merger',
  sentence: 'The secret merger of spring',
  mail: 'ada@example.com',
  key: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c',
  query: 'limit=77&token=abc',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-report-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lines in the log of a careless program: each secret in each kind of field. */
function carelessLog(): string[] {
  const lines: string[] = []
  const log = createLog('debug', [(line) => lines.push(line)], () => new Date('2027-01-01T00:00:00.000Z'))
  for (const secret of Object.values(SECRETS)) {
    log.error('ipc-call-failed', { call: 'documents.get', message: secret, title: secret })
    log.debug('http', { method: 'GET', path: `/posts/${secret}?${secret}`, answer: 200, ms: 12 })
    log.debug('http', { method: 'GET', path: `/desktop/${secret} x?where=${secret}`, answer: 200, ms: 12 })
    log.warn('odd', {
      error: `Error: ${secret} x`,
      reason: `${secret}/${secret}@`,
      path: `https://x/${secret}`,
    })
  }
  return [
    ...lines,
    `no line of ours: ${SECRETS.sentence}`,
    SECRETS.mail,
    `    at ${SECRETS.title} (file.js:1)`,
  ]
}

it('holds what was planted nowhere, and says what happened all the same', async () => {
  const logs = join(folder, 'data', 'logs')
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(logs, 'galley.log'), `${carelessLog().join('\n')}\n`)
  // A page in the way, an address with credentials, a proxy with credentials, names of accounts in the folders.
  mkdirSync(join(folder, 'data', 'accounts', SECRETS.mail), { recursive: true })
  const page = `<h1>${SECRETS.sentence}</h1>${SECRETS.mail}`
  const diagnostics = createDiagnostics({
    userData: join(folder, 'data'),
    crashes: join(folder, 'data', 'Crashpad'),
    policy: [
      {
        key: 'proxy',
        text: `{"proxyRules":"http://${SECRETS.title}:${SECRETS.password}@proxy.example:3128"}`,
        source: '/etc/galley/policy.json',
        problem: { code: 'not-valid', detail: `received "${SECRETS.password}"`, holds: 'last-valid' },
      },
      { key: 'export', text: 'false', source: '/etc/galley/policy.json', problem: null },
    ],
    versions: { galley: '0.1.0', electron: '45', chromium: '150', node: '24', system: 'linux' },
    account: () => null,
    clientFor: (url) =>
      createApiClient({
        baseUrl: url,
        transport: async () => new Response(page, { headers: { 'x-who': SECRETS.mail } }),
        token: () => SECRETS.token,
        language: () => 'en',
        log: silentLog,
      }),
    resolveProxy: async () => `PROXY ${SECRETS.title}:${SECRETS.password}@proxy.example:3128`,
    resolveName: async () => ['192.0.2.1'],
    showFile: () => undefined,
    log: silentLog,
  })
  const [facts, connection] = await Promise.all([
    diagnostics.read(),
    diagnostics.connect(`https://cms.example.com/?${SECRETS.query}`),
  ])
  const text = reportText({ facts, connection, storeCheck: 'sound', at: new Date(0) })
  for (const [name, secret] of Object.entries(SECRETS))
    expect([name, text.includes(secret)]).toEqual([name, false])
  for (const said of [
    'cms.example.com',
    'proxy.example:3128',
    'not-a-cms',
    'ipc-call-failed',
    'documents.get',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain(folder)
  expect(text).toContain('GET path=/posts/… answer=200 ms=12')
  expect(JSON.parse(text)).toMatchObject({
    storeCheck: 'sound',
    store: null,
    policy: [
      { value: '…', problem: 'not-valid, last-valid' },
      { value: 'false', problem: null },
    ],
  })
})

test.each([
  [
    '2027-01-01T00:00:00.000Z warn child-gone type="GPU" reason="crashed" exitCode=5',
    '2027-01-01T00:00:00.000Z warn child-gone type=GPU reason=crashed exitCode=5',
  ],
  [
    '2027-01-01T00:00:00.000Z debug http method="GET" path="/globals/header?locale=en" answer=200',
    '2027-01-01T00:00:00.000Z debug http method=GET path=/globals/header/… answer=200',
  ],
  [
    '2027-01-01T00:00:00.000Z error uncaught error="TypeError" at="main.js:12"',
    '2027-01-01T00:00:00.000Z error uncaught error=TypeError at=main.js:12',
  ],
  [
    '2027-01-01T00:00:00.000Z info note title="Merger" id=7',
    '2027-01-01T00:00:00.000Z info note title=… id=7',
  ],
  ['Merger of spring', null],
])('%s', (line, told) => expect(redactLogLine(line)).toBe(told))

it('counts bytes and crash dumps, and reads the newest lines of both logs', async () => {
  const data = join(folder, 'counted')
  for (const name of ['logs', 'Crashpad/completed']) mkdirSync(join(data, name), { recursive: true })
  writeFileSync(join(data, 'logs', 'galley.old.log'), '2027-01-01T00:00:00.000Z warn first\n')
  writeFileSync(join(data, 'logs', 'galley.log'), '2027-01-02T00:00:00.000Z warn second\n')
  for (const [name, time] of [['a.dmp', 1000] as const, ['b.dmp', 2000] as const]) {
    writeFileSync(join(data, 'Crashpad', 'completed', name), 'x'.repeat(100))
    utimesSync(join(data, 'Crashpad', 'completed', name), time, time)
  }
  writeFileSync(join(data, 'Crashpad', 'settings.dat'), 'x'.repeat(50))
  expect(await folderBytes(join(data, 'Crashpad'))).toBe(250)
  expect(await countCrashes(data)).toEqual({ count: 2, newest: '1970-01-01T00:33:20.000Z' })
  expect(await readLogTail(join(data, 'logs'))).toEqual([
    '2027-01-01T00:00:00.000Z warn first',
    '2027-01-02T00:00:00.000Z warn second',
  ])
  expect(await countCrashes(join(data, 'missing'))).toEqual({ count: 0, newest: null })
})
