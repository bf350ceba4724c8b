import { expect, test } from 'vitest'
import { isStoragePlace, storageHeaders } from '../../../main/server/send/storage-place.ts'
import { LIMITS } from '../../../shared/limits.ts'

test.each([
  ['https://bucket.example/a?signature=1', 'https://cms.example', true],
  ['http://bucket.example/a', 'https://cms.example', false],
  ['http://127.0.0.1:9000/a', 'https://cms.example', false],
  ['http://cms.example:9000/a', 'http://cms.example', true],
  ['http://127.0.0.1:9000/a', 'http://localhost:3000', true],
  ['http://127.0.0.1:5984/db', 'http://cms.example', false],
  ['https://127.0.0.1:8443/a', 'https://cms.example', false],
  ['https://localhost/a', 'http://cms.example', false],
  ['https://[::1]/a', 'https://cms.example', false],
  ['https://[::ffff:127.0.0.1]/a', 'https://cms.example', false],
  ['https://0.0.0.0/a', 'https://cms.example', false],
  ['https://localhost./a', 'https://cms.example', false],
  ['https://127.1/a', 'https://localhost:3000', true],
  ['http://router.local/a', 'http://cms.example', false],
  ['https://name:word@bucket.example/a', 'https://cms.example', false],
  ['file:///etc/passwd', 'https://cms.example', false],
  [`https://bucket.example/${'a'.repeat(LIMITS.uploadAddress)}`, 'https://cms.example', false],
])('F78 a file may be put to %s of %s: %s', (address, server, may) =>
  expect(isStoragePlace(address, server)).toBe(may),
)

test('F78 with a file go the headers that are about the file, and no others', () => {
  expect(
    storageHeaders({
      'Content-Type': 'text/plain',
      'x-amz-meta-a': 'b',
      Authorization: 'Bearer a',
      Cookie: 'a=b',
      Host: 'router.local',
      'X-Forwarded-For': '127.0.0.1',
      'X-HTTP-Method-Override': 'DELETE',
      'x-amz-copy-source': '/other/a',
      'x-ms-copy-source': 'https://bucket.example/other',
      'X-Amz-Acl': 'public-read',
      'x-amz-grant-read': 'everybody',
      'x-goog-acl': 'public-read',
      'x-oss-object-acl': 'public-read',
      'x-amz-broken': 'a\r\nb',
      'x-amz-long': 'a'.repeat(LIMITS.header + 1),
    }),
  ).toEqual({ 'Content-Type': 'text/plain', 'x-amz-meta-a': 'b' })
  const many = Object.fromEntries(Array.from({ length: 100 }, (_one, index) => [`x-amz-meta-${index}`, 'a']))
  expect(Object.keys(storageHeaders(many))).toHaveLength(LIMITS.uploadHeaders)
})
