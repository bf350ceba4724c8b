import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '../../../main/log.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { isOfAdministrator, policyFile, readPolicy } from '../../../main/settings/policy.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'galley-policy-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (text: string) => {
  const file = path.join(folder, 'policy.json')
  writeFileSync(file, text)
  return readPolicy(silentLog, file)
}

test('a policy says what is kept on this computer', () => {
  expect(read('{"keepDocuments":"opened"}')).toMatchObject({ keepDocuments: 'opened' })
  expect(read('{}')).toEqual({ keepDocuments: null, spelling: null })
})

test('without a policy nothing is decided; of one that is not valid the strictest is taken', () => {
  expect(readPolicy(silentLog, path.join(folder, 'none.json'))).toEqual({
    keepDocuments: null,
    spelling: null,
  })
  expect(read('{"keepDocuments":"everything"}')).toMatchObject({ keepDocuments: 'opened' })
  expect(read('not JSON')).toMatchObject({ keepDocuments: 'opened' })
  expect(read('\uFEFF{"keepDocuments":"all"}')).toMatchObject({ keepDocuments: 'all' })
})

test('F78 it is believed where an administrator wrote it, and nobody else can', () => {
  const own = 1000
  expect(isOfAdministrator({ uid: 0, mode: 0o100644 }, own)).toBe(true)
  expect(isOfAdministrator({ uid: own, mode: 0o100600 }, own)).toBe(true)
  expect(isOfAdministrator({ uid: 1001, mode: 0o100644 }, own)).toBe(false)
  for (const mode of [0o100664, 0o100646, 0o100666])
    expect(isOfAdministrator({ uid: 0, mode }, own)).toBe(false)
  const file = path.join(folder, 'anybody.json')
  writeFileSync(file, '{"keepDocuments":"all"}')
  chmodSync(file, 0o666)
  expect(readPolicy(silentLog, file)).toMatchObject({ keepDocuments: 'opened' })
})

test('F78 it is not longer than a policy is', () => {
  const of = (length: number) => read('{"keepDocuments":"all"}'.padEnd(length))
  expect(of(LIMITS.policy)).toMatchObject({ keepDocuments: 'all' })
  expect(of(LIMITS.policy + 1)).toMatchObject({ keepDocuments: 'opened' })
})

test('it lies where only an administrator writes', () => {
  expect(policyFile('linux', {})).toBe('/etc/galley/policy.json')
  expect(policyFile('darwin', {})).toBe('/Library/Application Support/Galley/policy.json')
  expect(policyFile('win32', { ProgramData: String.raw`D:\Data` })).toBe(
    String.raw`D:\Data\Galley\policy.json`,
  )
})

test('it may name dictionaries for the spelling, which are fetched from nowhere else', () => {
  const dictionaries = 'https://files.example.org/dictionaries/'
  expect(read(JSON.stringify({ spelling: { dictionaries } }))).toEqual({
    keepDocuments: null,
    spelling: { dictionaries, languages: [] },
  })
  for (const wrong of ['http://files.example.org/', 'https://files.example.org/dictionaries', 'file:///d/'])
    expect(read(JSON.stringify({ spelling: { dictionaries: wrong } }))).toEqual({
      keepDocuments: 'opened',
      spelling: null,
    })
})
