import { expect, test } from 'vitest'
import { readMailLink } from '../../../../renderer/sign-in/mail-link.ts'

const token = 'c4b6f0a87d2e41f3a9'

test.each([
  [` https://cms.example/admin/reset/${token} `, { kind: 'reset', token, host: 'cms.example' }],
  [`http://localhost:3000/reset/${token}`, { kind: 'reset', token, host: 'localhost:3000' }],
  [`/admin/reset/${token}`, { kind: 'reset', token, host: null }],
  [token, { kind: 'reset', token, host: null }],
  [
    `https://cms.example/admin/users/verify/${token}?from=mail`,
    { kind: 'verify', slug: 'users', token, host: 'cms.example' },
  ],
  [
    `https://cms.example/staff%20members/verify/${token}`,
    { kind: 'verify', slug: 'staff members', token, host: 'cms.example' },
  ],
])('reads the link or code of an e-mail: %s', (typed, link) => {
  expect(readMailLink(typed)).toEqual(link)
})

test.each([
  '',
  'short',
  'Please reset my password',
  'https://cms.example/admin',
  `//cms.example/reset/${token}`,
  'https://cms.example/reset/',
  'https://cms.example/reset/..%2Fusers',
  'https://cms.example/verify/abc%ZZ',
  `javascript:alert('/reset/${token}')`,
  `galley://reset/${token}`,
])('takes nothing else for one: %s', (typed) => {
  expect(readMailLink(typed)).toBeNull()
})
