import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeJsonFile } from '../../../main/windows/save-file.ts'

// Electron is not there in a unit test; only what is written is looked at.
vi.mock('electron', () => ({ app: {}, dialog: {}, nativeImage: {} }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'galley-save-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => path.join(folder, name)

test.each(['edits.json', 'edits.JSON'])('JSON is written to %s, over what is there', async (name) => {
  writeFileSync(at(name), 'before')
  expect(await writeJsonFile(at(name), '{"a":1}')).toEqual({ outcome: 'saved', path: at(name) })
  expect(readFileSync(at(name), 'utf8')).toBe('{"a":1}')
})

test.each(['.bashrc', 'edits', 'edits.desktop'])('%s gets the ending', async (name) => {
  const saved = at(`${name}.json`)
  expect(await writeJsonFile(at(name), '[]')).toEqual({ outcome: 'saved', path: saved })
  expect(readdirSync(folder)).toEqual([`${name}.json`])
  expect(statSync(saved).mode & 0o777).toBe(0o600)
})

test('a file that nobody was asked about stays', async () => {
  writeFileSync(at('edits.json'), 'before')
  expect(await writeJsonFile(at('edits'), '[]')).toMatchObject({ outcome: 'failed' })
  expect(readFileSync(at('edits.json'), 'utf8')).toBe('before')
})

test.each(['', 'rm -rf ~', '{"a":'])('%j is not JSON, and not written', async (text) => {
  expect(await writeJsonFile(at('edits.json'), text)).toEqual({ outcome: 'failed', message: 'not JSON' })
  expect(readdirSync(folder)).toEqual([])
})
