import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inPackaging, inRoot } from './run-packaging.ts'

type Sbom = {
  components: {
    name: string
    version: string
    purl?: string
    hashes?: { content: string }[]
    licenses: unknown[]
  }[]
}
const sbom = (electron: string): Sbom => {
  const what = `{ version: '1.2.3', date: 1700000000, electron: ${electron} }`
  return JSON.parse(String(inPackaging('sbom.mjs', `lib.sbomOf(${what})`))) as Sbom
}

test('the SBOM lists each package that ships, as the notices do, with its licence and what the lock file says it is', () => {
  const { components } = sbom(`{ version: '45.3.4', standIn: false }`)
  const notices = readFileSync(inRoot('resources/third-party-notices.txt'), 'utf8')
  const named = [...notices.matchAll(/^(\S+) (\d\S*) \(.+\)$/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(new Set(components.map(({ name, version }) => `${name} ${version}`))).toEqual(new Set(named))
  expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([])
  const withoutHash = components.filter(({ hashes }) => hashes?.[0]?.content.length !== 128)
  expect(withoutHash.map(({ name }) => name)).toEqual(['electron'])
})

test('the SBOM names the Electron that went in, also where it stands in for another', () => {
  const { components } = sbom(`{ version: '42.0.0', standIn: true }`)
  const [electron] = components.filter(({ name }) => name.startsWith('electron ('))
  expect([electron?.version, electron?.purl]).toEqual(['42.0.0', undefined])
})
