import { expect, test } from 'vitest'
import { isPlainHttp } from '../../../../shared/cms/addresses.ts'

test.each([
  ['http://cms.example.com', true],
  ['http://cms.example.com:8080/cms', true],
  ['http://192.168.1.10:3000', true],
  ['http://[fe80::1]:3000', true],
  ['http://localhost.example.com', true],
  ['http://127.0.0.1.example.com', true],
  ['http://notlocalhost', true],
  ['https://cms.example.com', false],
  ['http://localhost', false],
  ['http://localhost:3000/cms', false],
  ['http://cms.localhost', false],
  ['http://127.0.0.1:4790', false],
  ['http://127.9.9.9', false],
  ['http://[::1]:3000', false],
])('F31 (which addresses) %s crosses a network in the clear: %s', (url, is) =>
  expect(isPlainHttp(url)).toBe(is),
)
