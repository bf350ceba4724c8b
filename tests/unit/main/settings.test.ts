import { acceptedLanguages } from '@payloadcms/translations'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createLog, silentLog } from '../../../main/log.ts'
import { accountFile } from '../../../main/accounts/local-data.ts'
import { createSettings, pickLanguage } from '../../../main/settings/settings.ts'
import { readSettings } from '../../../main/settings/settings-shape.ts'
import { calls } from '../../../shared/ipc.ts'

const server = { id: 's', url: 'https://s', name: 'S', waiting: null, lastIdentifier: null }

test.each([undefined, null, 'x', 12, [], {}])('settings begin as in a first start from %j', (stored) => {
  expect(readSettings(stored)).toMatchObject({
    theme: 'auto',
    language: null,
    servers: [],
    lastAccount: null,
  })
})

test('a part of the settings that cannot be read does not cost the others', () => {
  const kept = readSettings({ theme: 'neon', servers: [server], window: { width: 'wide' }, language: 'de' })
  expect(kept).toMatchObject({ theme: 'auto', servers: [server], language: 'de', window: { width: 1440 } })
})

test.each(['de\r\nX-Admin: 1', '../../x', '<b>', 'DE', ''])(
  'F37 the language %j is none: not from the file, not from a window',
  (language) => {
    expect(readSettings({ language }).language).toBeNull()
    expect(v.is(calls['app.setLanguage'].input, { language })).toBe(false)
  },
)

test('F37 every language that there are texts in is one', () => {
  for (const language of acceptedLanguages)
    expect([language, v.is(calls['app.setLanguage'].input, { language })]).toEqual([language, true])
})

test('M.02 (part) what is changed is written and read again at the next start', () => {
  let file: unknown = null
  const open = () =>
    createSettings({ read: () => file, write: (next) => (file = structuredClone(next)) }, silentLog)
  const first = open()
  first.update({ theme: 'dark' })
  first.putServer(server)
  first.putServer({ ...server, id: 't' })
  first.putServer({ ...server, name: 'New' })
  expect(open().get().theme).toBe('dark')
  expect(
    open()
      .get()
      .servers.map(({ id, name }) => `${id} ${name}`),
  ).toEqual(['s New', 't S'])
})

test('a disk that refuses to write settings does not end the program', () => {
  const lines: string[] = []
  const settings = createSettings(
    {
      read: () => ({}),
      write: () => {
        throw new Error('ENOSPC')
      },
    },
    createLog('error', [(line) => lines.push(line)]),
  )
  settings.update({ theme: 'light' })
  expect(settings.get().theme).toBe('light')
  expect(lines.join()).toContain('settings-not-written')
})

test('SY2 each user of each server has a file of their own, also where names differ only in case', () => {
  const file = (collection: string, userId: string) =>
    accountFile('/d', { serverId: 's', collection, userId })
  const files = [
    file('users', '1'),
    file('members', '1'),
    file('users', '2'),
    file('users', 'ab'),
    file('users', 'AB'),
    file('users', '../../x'),
    file('users', 'a/b'),
  ]
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length)
  for (const name of files) expect(name).toMatch(/^\/d\/accounts\/s\/[a-z0-9_-]+\.sqlite$/)
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['zh-Hant-TW'], 'zh-TW'],
  [['zh-Hans-CN'], 'zh'],
  [['sr-Latn-RS'], 'rs-latin'],
  [['nn-NO'], 'nb'],
  [['bn'], 'bn-BD'],
  [['tlh', 'fr-CA'], 'fr'],
  [['tlh'], 'en'],
  [[], 'en'],
])('the language of the system %j gives %s', (preferred, language) => {
  const supported = ['ar', 'bn-BD', 'de', 'en', 'fr', 'nb', 'rs', 'rs-latin', 'zh', 'zh-TW']
  expect(pickLanguage(preferred, supported)).toBe(language)
})
