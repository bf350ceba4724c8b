import { expect, test } from 'vitest'
import { checksSpelling, languagesOf, setSpelling } from '../../../main/windows/spelling.ts'

const dictionaries = 'https://files.example.org/dictionaries/'
const available = ['de', 'en-GB', 'en-US', 'pt-BR', 'pt-PT']

test('spelling is checked by macOS itself, and elsewhere where a policy says where dictionaries come from', () => {
  expect(checksSpelling('darwin', null)).toBe(true)
  expect(checksSpelling('linux', null)).toBe(false)
  expect(checksSpelling('win32', { dictionaries, languages: [] })).toBe(true)
})

test('languages of a system find their dictionaries', () => {
  expect(languagesOf(['de-AT', 'en_GB', 'pt', 'EN-us', 'xx', 'de'], available)).toEqual([
    'de',
    'en-GB',
    'pt-BR',
    'en-US',
  ])
})

test('the address is named before anything is fetched', () => {
  const calls: unknown[] = []
  const session = {
    availableSpellCheckerLanguages: available,
    setSpellCheckerDictionaryDownloadURL: (url: string) => calls.push(url),
    setSpellCheckerLanguages: (languages: string[]) => calls.push(languages),
    setSpellCheckerEnabled: (enabled: boolean) => calls.push(enabled),
  }
  setSpelling(session, { dictionaries, languages: [] }, ['de-DE', 'en-GB'])
  setSpelling(session, { dictionaries, languages: ['pt-PT'] }, ['de-DE'])
  expect(calls).toEqual([dictionaries, ['de', 'en-GB'], true, dictionaries, ['pt-PT'], true])
})
