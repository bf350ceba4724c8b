import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog, silentLog } from '../../../main/log.ts'
import {
  decidePolicy,
  keepPolicy,
  policyRows,
  printedPolicy,
  readKeptValues,
  type KeptValues,
} from '../../../main/policy/policy.ts'
import { NO_POLICY } from '../../../main/policy/policy-keys.ts'
import {
  isOfAdministrator,
  policyFile,
  readPolicyFile,
  readPolicyFolder,
  registrySource,
  type PolicySource,
} from '../../../main/policy/policy-sources.ts'
import { parseRegistry, queryRegistry, REGISTRY_KEY, registryPolicy } from '../../../main/policy/registry.ts'
import { LIMITS } from '../../../shared/limits.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'galley-policy-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (text: string, name = 'policy.json'): string => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
const read = (text: string, kept: KeptValues = {}) => decidePolicy([readPolicyFile(fileOf(text))], kept)
const policyOf = (text: string, kept: KeptValues = {}) => read(text, kept).policy
const source = (name: string, values: Record<string, unknown>): PolicySource => ({
  name,
  state: 'read',
  values,
})
const broken = (name: string): PolicySource => ({ name, state: 'unreadable', detail: 'not JSON' })
const STRICT = { keepDocuments: 'opened', onlyTheseServers: true, export: false, outsideLinks: false }

test('a policy decides the keys that it names', () => {
  expect(policyOf('{"keepDocuments":"opened"}')).toEqual({ ...NO_POLICY, keepDocuments: 'opened' })
  expect(policyOf('{}')).toEqual(NO_POLICY)
  expect(decidePolicy([readPolicyFile(path.join(folder, 'none.json'))], {})).toMatchObject({
    policy: NO_POLICY,
    sources: [{ state: 'missing' }],
    decisions: [],
  })
})

test('a source that cannot be read is taken strictly where nothing was decided before', () => {
  for (const text of ['not JSON', '[]', '"all"']) expect(policyOf(text)).toEqual({ ...NO_POLICY, ...STRICT })
  expect(policyOf('\uFEFF{"keepDocuments":"all"}')).toEqual({ ...NO_POLICY, keepDocuments: 'all' })
})

test('a value that is not valid is taken strictly, alone', () => {
  expect(policyOf('{"keepDocuments":"everything","language":"de"}')).toEqual({
    ...NO_POLICY,
    keepDocuments: 'opened',
    language: 'de',
  })
  expect(policyOf('{"language":"de-XX"}')).toEqual(NO_POLICY)
})

test('the last valid value of a key holds while its value cannot be read', () => {
  const first = read('{"keepDocuments":"all","export":true,"language":"de"}')
  const wrong = read('{"keepDocuments":"everything","export":"no"}', first.kept)
  expect(wrong.policy).toEqual({ ...NO_POLICY, keepDocuments: 'all', export: true })
  expect(wrong.decisions.map(({ problem }) => problem?.holds)).toEqual(['last-valid', 'last-valid'])
  // It survives restarts; a key that is not named any more is forgotten.
  const again = read('not JSON', wrong.kept)
  expect(again.policy).toEqual({ ...NO_POLICY, keepDocuments: 'all', export: true })
  expect(policyOf('not JSON', again.kept)).toEqual(again.policy)
  const file = path.join(folder, 'policy.json')
  expect(read('{}', again.kept).kept).toEqual({ [file]: {} })
  // It decided nothing, and that holds as well.
  expect(policyOf('not JSON', { [file]: {} })).toEqual(NO_POLICY)
})

test('what was kept for another version of Galley, or by nobody, is not taken', () => {
  const kept = { [path.join(folder, 'policy.json')]: { keepDocuments: 'some' } }
  expect(policyOf('{"keepDocuments":"everything"}', kept)).toMatchObject({ keepDocuments: 'opened' })
  writeFileSync(path.join(folder, 'policy-last-valid.json'), '{"keepDocuments":"all"}')
  expect(readKeptValues(folder)).toEqual({})
})

test('the later source counts, key by key, and null takes back what an earlier one says', () => {
  const base = source('a', { keepDocuments: 'all', export: false, language: 'de' })
  expect(decidePolicy([base, source('b', { keepDocuments: 'opened', language: null })], {}).policy).toEqual({
    ...NO_POLICY,
    keepDocuments: 'opened',
    export: false,
  })
  // The unreadable source decides nothing that the later one decides.
  expect(decidePolicy([broken('b'), base], {}).policy).toMatchObject({
    keepDocuments: 'all',
    outsideLinks: false,
  })
  // A language has no strict default: the previous one stays.
  expect(decidePolicy([base, source('b', { language: 'xx' })], {}).policy).toMatchObject({ language: 'de' })
})

test('only what a source decided itself is kept for it', () => {
  const kept = decidePolicy([source('a', { keepDocuments: 'all' }), source('b', { export: true })], {}).kept
  const { policy } = decidePolicy([source('a', { keepDocuments: 'opened' }), broken('b')], kept)
  expect(policy).toEqual({ ...NO_POLICY, keepDocuments: 'opened', export: true })
})

test('a value that cannot be read unlocks nothing that another source locked, for nobody', () => {
  const base = source('a', { export: false, language: 'de' })
  const { kept } = decidePolicy([base, source('b', { export: false })], {})
  expect(kept).toEqual({ a: { export: false, language: 'de' }, b: { export: false } })
  const without = decidePolicy([broken('a'), source('b', {})], kept)
  expect(without.policy).toEqual({ ...NO_POLICY, export: false, language: 'de' })
  // A value of another source does not count as the last valid value.
  const open = source('a', { export: true })
  const before = decidePolicy([open], {}).kept
  for (const known of [before, {}])
    expect(decidePolicy([open, source('b', { export: 'false' })], known).policy.export).toBe(false)
  // A value of an earlier source keeps its name.
  const { decisions } = decidePolicy([base, source('b', { language: 'german' })], {})
  expect(decisions.filter(({ key }) => key === 'language')).toMatchObject([
    { text: '"de"', source: 'a', problem: null },
    { text: null, source: 'b', problem: { code: 'not-valid', holds: null } },
  ])
})

test('files of a folder are read by their names, those of other kinds are not', () => {
  const drop = path.join(folder, 'policy.d')
  mkdirSync(drop, { mode: 0o755 })
  for (const [name, text] of [
    ['20-more.json', '{"keepDocuments":"opened"}'],
    ['10-base.json', '{"keepDocuments":"all"}'],
    ['README.txt', 'no'],
  ] as const)
    writeFileSync(path.join(drop, name), text, { mode: 0o644 })
  const sources = readPolicyFolder(drop)
  expect(sources.map(({ name }) => path.basename(name))).toEqual(['10-base.json', '20-more.json'])
  const { policy, kept } = decidePolicy(sources, {})
  expect(policy).toMatchObject({ keepDocuments: 'opened' })
  expect(readPolicyFolder(path.join(folder, 'none.d'))).toEqual([])
  // Everybody who may write into the folder could decide.
  chmodSync(drop, 0o777)
  expect(readPolicyFolder(drop)).toMatchObject([{ name: drop, state: 'unreadable' }])
  expect(decidePolicy(readPolicyFolder(drop), kept).policy).toEqual({
    ...NO_POLICY,
    keepDocuments: 'opened',
  })
})

test('F78 a file is believed where an administrator wrote it, and nobody else can', () => {
  const own = 1000
  expect(isOfAdministrator({ uid: 0, mode: 0o100644 }, own)).toBe(true)
  expect(isOfAdministrator({ uid: own, mode: 0o100600 }, own)).toBe(true)
  expect(isOfAdministrator({ uid: 1001, mode: 0o100644 }, own)).toBe(false)
  for (const mode of [0o100664, 0o100646, 0o100666])
    expect(isOfAdministrator({ uid: 0, mode }, own)).toBe(false)
  const file = fileOf('{"keepDocuments":"all"}', 'anybody.json')
  chmodSync(file, 0o666)
  expect(decidePolicy([readPolicyFile(file)], {}).policy).toMatchObject({ keepDocuments: 'opened' })
})

test('F78 a file is not longer than a policy is', () => {
  const of = (length: number) => policyOf('{"keepDocuments":"all"}'.padEnd(length))
  expect(of(LIMITS.policy)).toMatchObject({ keepDocuments: 'all' })
  expect(of(LIMITS.policy + 1)).toMatchObject({ keepDocuments: 'opened' })
})

test('the policy lies where only an administrator writes', () => {
  expect(policyFile('linux', {})).toBe('/etc/galley/policy.json')
  expect(policyFile('darwin', {})).toBe('/Library/Application Support/Galley/policy.json')
  expect(policyFile('win32', { ProgramData: String.raw`D:\Data` })).toBe(
    String.raw`D:\Data\Galley\policy.json`,
  )
})

test('values are checked, and addresses of servers are kept as the list of servers has them', () => {
  const dictionaries = 'https://files.example.org/dictionaries/'
  expect(policyOf(JSON.stringify({ spelling: { dictionaries } })).spelling).toEqual({
    dictionaries,
    languages: [],
  })
  const servers = ['https://cms.example.org/admin', { url: 'https://b.example.org/', name: 'B' }]
  expect(policyOf(JSON.stringify({ servers })).servers).toEqual([
    { url: 'https://cms.example.org', name: null, color: null },
    { url: 'https://b.example.org', name: 'B', color: null },
  ])
  for (const wrong of [
    { spelling: { dictionaries: 'http://files.example.org/' } },
    { spelling: { dictionaries: 'https://files.example.org/dictionaries' } },
    { spelling: { dictionaries: 'file:///d/' } },
    { servers: ['ftp://cms.example.org'] },
    { servers: 'https://cms.example.org' },
    { servers: [{ url: 'https://cms.example.org', color: 'url(x)' }] },
    { proxy: { mode: 'fixed' } },
    { proxy: { mode: 'direct', proxyRules: 'x' } },
    { export: 'false' },
    { logLevel: 'loud' },
    { keepMegabytes: 0 },
    { keepMegabytes: 1.5 },
  ])
    expect(read(JSON.stringify(wrong)).decisions).toMatchObject([{ problem: { code: 'not-valid' } }])
})

/** Output of reg.exe, with line ends of Windows. */
const PRINTED = String.raw`
HKEY_LOCAL_MACHINE\Software\Policies\Galley
    (Default)    REG_SZ    (value not set)
    keepDocuments    REG_SZ    opened
    EXPORT    REG_DWORD    0x0
    keepMegabytes    REG_DWORD    0x1f4
    onlyTheseServers    REG_DWORD    0x1
    servers    REG_MULTI_SZ    https://cms.example.org\0{"url":"https://b.example.org/cms","name":"K\u00f6ln","color":"red"}
    proxy    REG_SZ    {"mode":"fixed","proxyRules":"http=a:1;    https=b:2"}
    language    REG_SZ    de
    logLevel    REG_EXPAND_SZ    info
    empty    REG_SZ    

HKEY_LOCAL_MACHINE\Software\Policies\Galley\Sub
`.replaceAll('\n', '\r\n')

test('the registry is read as reg.exe prints it', () => {
  expect(parseRegistry(PRINTED).slice(0, 2)).toEqual([
    { name: '(Default)', type: 'REG_SZ', data: '(value not set)' },
    { name: 'keepDocuments', type: 'REG_SZ', data: 'opened' },
  ])
  const { policy, decisions } = decidePolicy([registrySource(() => PRINTED)], {})
  expect(policy).toEqual({
    ...NO_POLICY,
    keepDocuments: 'opened',
    keepMegabytes: 500,
    export: false,
    onlyTheseServers: true,
    servers: [
      { url: 'https://cms.example.org', name: null, color: null },
      { url: 'https://b.example.org/cms', name: 'Köln', color: 'red' },
    ],
    proxy: { mode: 'fixed', proxyRules: 'http=a:1;    https=b:2' },
    language: 'de',
  })
  const problems = decisions.flatMap(({ key, problem }) => (problem ? [`${key} ${problem.code}`] : []))
  expect(problems).toEqual(['(Default) unknown-key', 'logLevel not-valid', 'empty unknown-key'])
  expect(parseRegistry('')).toEqual([])
})

test('lists of the registry may be JSON, and letters that reg.exe lost make no value', () => {
  const sz = (name: string, data: string) => registryPolicy([{ name, type: 'REG_SZ', data }])
  expect(sz('servers', '[{"url":"https://a.example","name":"K\\u00f6ln"}]')).toEqual({
    servers: [{ url: 'https://a.example', name: 'Köln' }],
  })
  const lost = { servers: sz('servers', '[{"url":"https://a.example","name":"K\uFFFDln"}]')['servers'] }
  expect(decidePolicy([source('registry', lost)], {}).policy.servers).toBe(null)
})

test('a registry that cannot be asked is a source that cannot be read, one without the key is not', () => {
  const failing = registrySource(() => {
    throw new Error('spawn failed')
  })
  expect(failing).toMatchObject({ state: 'unreadable', detail: 'spawn failed' })
  expect(registrySource(() => null)).toMatchObject({ state: 'missing' })
  const gone = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  const hidden = registrySource(() => {
    throw gone
  })
  expect(hidden).toMatchObject({ state: 'unreadable' })
})

test('a registry that must not be read answers as one without the key, and is told from it', () => {
  const refused = Object.assign(new Error('failed'), { status: 1 })
  const run = (answers: (args: readonly string[]) => boolean) => (args: readonly string[]) => {
    if (answers(args)) return PRINTED
    throw refused
  }
  expect(queryRegistry(run(() => true))).toBe(PRINTED)
  expect(queryRegistry(run((args) => !args.includes(REGISTRY_KEY)))).toBeNull()
  expect(() => queryRegistry(run(() => false))).toThrow(refused)
})

test('a file may be as PowerShell writes it, and may name its schema', () => {
  const file = path.join(folder, 'utf16.json')
  writeFileSync(file, Buffer.from('\uFEFF{"$schema":"policy.schema.json","export":false}', 'utf16le'))
  const reading = decidePolicy([readPolicyFile(file)], {})
  expect(reading.policy).toEqual({ ...NO_POLICY, export: false })
  expect(reading.decisions).toHaveLength(1)
})

test('a key that is not known is named and does nothing else', () => {
  const reading = read('{"keepDocuments":"all","telemetry":false,"__proto__":1}')
  expect(reading.policy).toEqual({ ...NO_POLICY, keepDocuments: 'all' })
  expect(policyRows(reading).filter(({ problem }) => problem !== null)).toEqual([
    expect.objectContaining({ key: 'telemetry', value: null }),
    expect.objectContaining({ key: '__proto__', value: null }),
  ])
  expect(printedPolicy(reading).code).toBe(0)
})

test('a part of a value that is not known makes the whole value invalid, as color does in a Galley from before it', () => {
  const url = 'https://cms.example.org'
  const first = read(JSON.stringify({ servers: [url] }))
  const later = JSON.stringify({ servers: [{ url, shape: 'round' }, 'https://b.example.org'], export: true })
  expect(policyOf(later, first.kept)).toEqual({ ...first.policy, export: true })
  expect(policyOf(later)).toEqual({ ...NO_POLICY, export: true })
})

test('it is printed with the source of each key and every problem', () => {
  const reading = decidePolicy(
    [source('/etc/galley/policy.json', { keepDocuments: 'all', colour: 'red', export: 1 }), broken('/etc/b')],
    { '/etc/b': { keepDocuments: 'opened' } },
  )
  const { text, code } = printedPolicy(reading)
  expect(code).toBe(1)
  for (const line of [
    '/etc/b: unreadable',
    'keepDocuments: "opened"\n    from /etc/b\n    problem: the source cannot be read (not JSON); the last valid value holds',
    'export: false\n    from /etc/galley/policy.json\n    problem: the value is not valid',
    'colour: not decided\n    from /etc/galley/policy.json\n    problem: this version of Galley does not know this key',
    'language: not decided\n',
  ])
    expect(text).toContain(line)
  expect(printedPolicy(read('{"export":false}'))).toMatchObject({ code: 0 })
})

test('what is printed of a policy is a policy', () => {
  const servers = ['https://cms.example.org', { url: 'https://b.example.org', name: 'B' }]
  const { policy, decisions } = read(JSON.stringify({ servers, keepDocuments: 'all' }))
  const printed = Object.fromEntries(
    decisions.map(({ key, text }): [string, unknown] => [key, JSON.parse(text ?? 'null')]),
  )
  expect(read(JSON.stringify(printed)).policy).toEqual(policy)
})

test('valid values are kept in the data folder for their owner, and problems are in the log', () => {
  const data = mkdtempSync(path.join(folder, 'data-'))
  const lines: string[] = []
  const log = createLog('debug', [(line) => lines.push(line)])
  keepPolicy(data, readKeptValues(data), read('{"keepDocuments":"all"}'), log)
  expect(lines).toEqual([])
  const file = path.join(data, 'policy-last-valid.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  const wrong = read('{"keepDocuments":7,"colour":"red"}', readKeptValues(data))
  expect(wrong.policy).toMatchObject({ keepDocuments: 'all' })
  keepPolicy(data, readKeptValues(data), wrong, log)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(lines.map((line) => line.split(' ').slice(1, 4).join(' '))).toEqual([
    'error policy-not-valid key="keepDocuments"',
    'warn policy-unknown-key key="colour"',
  ])
  // A failing disk does not end the program.
  keepPolicy(path.join(data, 'none'), {}, read('{"keepDocuments":"all"}'), silentLog)
})
