import { expect, test } from 'vitest'
import { isOpenedAgain } from '../../../../renderer/data/left-place.ts'

test.each([
  '/collections/posts',
  '/collections/posts?page=2&sort=-title',
  '/collections/posts/7?locale=de',
  '/collections/posts/7/versions',
  '/globals/header',
  '/browse-by-folder/3',
  '/outbox?entry=k',
  '/account',
])('U54 (place) a window opens again on %s', (address) => {
  expect(isOpenedAgain(address)).toBe(true)
})

test.each([
  '',
  '/',
  '/collections/posts/create',
  '/logout',
  '/login',
  '/nowhere',
  '//elsewhere.example/collections/posts',
  'https://elsewhere.example/collections/posts',
  '\\\\elsewhere\\collections',
  'collections/posts',
])('U54 (place) and not on %j', (address) => {
  expect(isOpenedAgain(address)).toBe(false)
})
