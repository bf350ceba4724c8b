import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validator } from '@cfworker/json-schema'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { decidePolicy } from '../../../main/policy/policy.ts'
import { POLICY_KEYS, policyKeys } from '../../../main/policy/policy-keys.ts'

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const read = (path: string) => readFileSync(inRoot(`packaging/policy/${path}`), 'utf8')
const examples = Object.fromEntries(POLICY_KEYS.map((key) => [key, v.getExamples(policyKeys[key])[0]]))

test('the files for administrators and the table in the docs are what the keys of the policy give', () => {
  const script = inRoot('scripts/policy-files.mjs')
  expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('')
})

test('the examples are a valid policy, for Galley and for the JSON Schema', () => {
  expect(decidePolicy([{ name: 'a', state: 'read', values: examples }], {}).decisions).toEqual(
    POLICY_KEYS.map((key) => expect.objectContaining({ key, problem: null })),
  )
  const validator = new Validator(JSON.parse(read('policy.schema.json')) as object, '2020-12')
  const isValid = (policy: unknown) => validator.validate(policy).valid
  expect(isValid(examples)).toBe(true)
  expect(isValid({ servers: ['https://cms.example.org'], export: null })).toBe(true)
  for (const wrong of [
    { keepDocuments: 'some' },
    { servers: ['https://a.example', { name: 'no address' }] },
    { spelling: { dictionaries: 'http://a.example/' } },
    { proxy: { mode: 'fixed' } },
    { proxy: { mode: 'direct', proxyRules: 'x' } },
    { exports: false },
  ])
    expect(isValid(wrong)).toBe(false)
})

test('group policy and profile have each key, and each text and control that the template names is there', () => {
  const admx = read('galley.admx')
  const adml = read('en-US/galley.adml')
  for (const key of POLICY_KEYS) {
    expect(admx).toContain(`valueName="${key}"`)
    expect(read('galley.mobileconfig')).toContain(`<key>${key}</key>`)
  }
  const named = (kind: string) => [...admx.matchAll(new RegExp(`\\$\\(${kind}\\.(\\w+)\\)`, 'g'))]
  for (const [, id] of named('string')) expect(adml).toContain(`<string id="${id}">`)
  for (const [, id] of named('presentation')) expect(adml).toContain(`<presentation id="${id}">`)
  expect(named('presentation').length).toBeGreaterThan(0)
  for (const text of [admx, adml, read('galley.mobileconfig')]) expect(isWellFormed(text)).toBe(true)
})

/** True if each element ends where it should. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  for (const [, end, name = '', single] of xml.matchAll(/<(\/)?([A-Za-z]\w*)[^<>]*?(\/)?>/g)) {
    if (end !== undefined && open.pop() !== name) return false
    if (end === undefined && single === undefined) open.push(name)
  }
  return open.length === 0
}
