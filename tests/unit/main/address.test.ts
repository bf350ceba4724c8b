import { expect, test } from 'vitest'
import { normaliseAddress, serverId } from '../../../main/server/address.ts'
import { LIMITS } from '../../../shared/limits.ts'

test.each([
  ['cms.nordlys.travel', 'https://cms.nordlys.travel'],
  ['  CMS.Nordlys.Travel/  ', 'https://cms.nordlys.travel'],
  ['https://cms.nordlys.travel/admin', 'https://cms.nordlys.travel'],
  ['https://cms.nordlys.travel/admin/collections/posts/12?locale=de#x', 'https://cms.nordlys.travel'],
  ['https://nordlys.travel/cms/', 'https://nordlys.travel/cms'],
  ['https://nordlys.travel/cms/admin/', 'https://nordlys.travel/cms'],
  ['nordlys.travel/administration', 'https://nordlys.travel/administration'],
  ['http://cms.intern:8080', 'http://cms.intern:8080'],
  ['cms.intern:8080/cms', 'https://cms.intern:8080/cms'],
  ['localhost:3000', 'http://localhost:3000'],
  ['localhost', 'http://localhost'],
  ['127.0.0.1:4790/admin', 'http://127.0.0.1:4790'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['https://localhost', 'https://localhost'],
])('a typed address %s is kept as %s', (typed, kept) => {
  expect(normaliseAddress(typed)).toEqual({ ok: true, url: kept })
})

test.each([
  '',
  '   ',
  'ftp://cms.nordlys.travel',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'mailto:a@b.c',
  'https://user:secret@cms.nordlys.travel',
  'user@cms.nordlys.travel',
  'https://',
  'two words',
  'http://[::1',
])('an address that is not one of a server is refused: "%s"', (typed) => {
  expect(normaliseAddress(typed).ok).toBe(false)
})

test('the refusal of an address never repeats a password in it', () => {
  expect(JSON.stringify(normaliseAddress('https://user:secret@cms.nordlys.travel'))).not.toContain('secret')
})

test('SY2 every address has an id of its own that is safe as a folder name and stays the same', () => {
  const urls = [
    'https://a.b',
    'https://a.b/c',
    'http://a.b',
    'https://a-b',
    'http://[::1]:3000',
    'https://a.b:8443',
  ]
  const ids = urls.map(serverId)
  expect(new Set(ids).size).toBe(urls.length)
  expect(ids.map((id) => /^[a-z0-9.-]+$/.test(id))).toEqual(urls.map(() => true))
  expect(serverId('https://a.b')).toBe(ids[0])
})

test('the address of a server is taken up to its limit, and refused beyond it', () => {
  const address = `https://cms.nordlys.travel/${'a'.repeat(LIMITS.serverAddress)}`
  expect(LIMITS.serverAddress).toBe(2048)
  expect(normaliseAddress(address.slice(0, 2048)).ok).toBe(true)
  expect(normaliseAddress(address.slice(0, 2049)).ok).toBe(false)
})
