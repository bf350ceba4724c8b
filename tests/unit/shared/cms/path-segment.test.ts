import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { documentPath, collectionPath } from '../../../../main/server/http/document-query.ts'
import { documentFacts } from '../../../../main/server/answer-shapes.ts'
import { docRef, makeRef } from '../../../../shared/cms/doc-ref.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { isPathSegment, pathSegment } from '../../../../shared/cms/addresses.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { calls } from '../../../../shared/ipc.ts'
import { buildRequest } from '../../../../shared/sync/build-request.ts'
import { collection } from '../build-fields.ts'
import { buildEntry } from '../build-entry.ts'

/** Half a character cannot be encoded. */
const HALF = 'post-\ud83d'
const LEADING_ELSEWHERE = [HALF, '', '.', '..', '../users', 'a/../../users', '..\\users', 'a/.']

describe.each(LEADING_ELSEWHERE)('F36 the id or slug "%s" reaches no other path', (name) => {
  test('is no step of a path', () => {
    expect(isPathSegment(name)).toBe(false)
    expect(() => pathSegment(name)).toThrow(RangeError)
  })

  test('no request is built with it, and the error does not repeat it', () => {
    expect(() => documentPath(makeRef('collection', 'posts', name))).toThrow('Not a step of a path')
    expect(() => documentPath(makeRef('collection', name, '1'))).toThrow(RangeError)
    expect(() => documentPath(makeRef('global', name, ''))).toThrow(RangeError)
    expect(() => collectionPath(name)).toThrow(RangeError)
    const entity = collection([])
    for (const mode of ['save', 'delete'] as const) {
      const entry = buildEntry({ ref: makeRef('collection', 'posts', name), mode })
      const base = { data: {}, updatedAt: null }
      expect(() => buildRequest({ entry, base, entity, localization: null, idempotencyKey: 'key' })).toThrow(
        RangeError,
      )
    }
  })

  test('does not come in: not from a window, not from an answer of the server, not from its schema', () => {
    expect(v.is(docRef, { kind: 'collection', slug: 'posts', id: name })).toBe(false)
    expect(v.is(docRef, { kind: 'global', slug: name })).toBe(false)
    expect(v.is(calls['documents.create'].input, { slug: name })).toBe(false)
    expect(documentFacts({ id: name, updatedAt: '2026-01-01' }).id).toBeNull()
    const parsed = parseSiteConfig(fieldTypes, {
      config: { collections: [{ slug: name }, { slug: 'posts' }], globals: [{ slug: name }] },
    })
    expect(parsed.ok && parsed.schema.collections.map(({ slug }) => slug)).toEqual(['posts'])
    expect(parsed.ok && parsed.schema.globals).toEqual([])
  })
})

test.each([
  ['12', '12'],
  ['a.b', 'a.b'],
  ['...', '...'],
  ['..a', '..a'],
  ['a/b', 'a%2Fb'],
  ['%2e%2e', '%252e%252e'],
  ['grüße & co?', 'gr%C3%BC%C3%9Fe%20%26%20co%3F'],
])('F36 any other id stays what it is: %s', (name, encoded) => {
  expect(pathSegment(name)).toBe(encoded)
  expect(new URL(`https://cms/api/posts/${encoded}`).pathname).toBe(`/api/posts/${encoded}`)
})
