import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  documentPermissions,
  judge,
  judgeField,
  judgeTrashed,
  type DocumentOperation,
  type DocumentPermissions,
  type Judged,
} from '../../../../shared/cms/document-permissions.ts'
import { LIMITS } from '../../../../shared/limits.ts'
import { allPermissions as all } from '../all-permissions.ts'

const permissions = (posts: Exclude<Judged['permissions'], null>) => ({ collections: { posts } })
const everything = permissions({ create: true, read: true, update: true, delete: true })
const nothing = permissions({ read: true })
const unknown = { update: null, delete: null }
const judged = (more: Partial<Judged> = {}): Judged => ({
  kind: 'collection',
  slug: 'posts',
  isNew: false,
  permissions: everything,
  known: null,
  canAsk: true,
  ...more,
})
const operations = ['edit', 'update', 'publish', 'unpublish', 'delete', 'create'] as const

describe('what may be done with a document', () => {
  it.each(operations)(
    'F59 (part) %s: the answer about the document as it is here decides, whatever is said of all',
    (operation) => {
      for (const given of [everything, nothing, null])
        for (const may of [true, false]) {
          const answer = { ...all, [operation]: may }
          const known = { answer, isOfNow: true, fulfils: unknown }
          expect(judge(judged({ permissions: given, known }), operation)).toEqual({ may, isSure: true })
        }
    },
  )

  it('F59 (part) without an answer it is as for all documents, and may be otherwise', () => {
    const of = (given: Judged['permissions']) =>
      operations.map((operation) => judge(judged({ permissions: given }), operation))
    expect(of(everything)).toEqual(operations.map(() => ({ may: true, isSure: false })))
    expect(of(nothing)).toEqual(operations.map(() => ({ may: false, isSure: false })))
    expect(of(null)).toEqual(operations.map(() => ({ may: false, isSure: false })))
  })

  it('F59 (part) the last answer about an older revision stands, unless the condition says otherwise by now', () => {
    const may = (
      answer: DocumentPermissions | null,
      update: boolean | null,
      operation: DocumentOperation,
    ) => {
      const verdict = judge(
        judged({ known: { answer, isOfNow: false, fulfils: { update, delete: null } } }),
        operation,
      )
      expect(verdict.isSure).toBe(false)
      return verdict.may
    }
    const none = { ...all, edit: false, update: false, publish: false }
    expect(may(all, null, 'edit')).toBe(true)
    expect(may(none, null, 'edit')).toBe(false)
    expect(may(all, false, 'edit')).toBe(false)
    expect(may(all, false, 'publish')).toBe(false)
    expect(may(none, true, 'edit')).toBe(true)
    expect(may(none, true, 'publish')).toBe(false)
    expect(may(none, true, 'delete')).toBe(true)
    expect(may(null, false, 'edit')).toBe(false)
    expect(may(null, true, 'edit')).toBe(true)
  })

  it('F59 (part) each operation goes by its own condition', () => {
    const may = (fulfils: { update: boolean | null; delete: boolean | null }) =>
      operations.map(
        (operation) => judge(judged({ known: { answer: all, isOfNow: false, fulfils } }), operation).may,
      )
    expect(may({ update: false, delete: true })).toEqual([false, false, false, false, true, true])
    expect(may({ update: true, delete: false })).toEqual([true, true, true, true, false, true])
  })

  it('F59 (part) a document leaves the lists by the right of the trash where there is one, and is deleted for good by that of a deletion', () => {
    const may = (trash: boolean, remove: boolean) => {
      const given = permissions({ update: true, trash: { permission: trash }, delete: remove })
      return {
        trash: judge(judged({ permissions: given }), 'delete').may,
        forGood: judgeTrashed(judged({ permissions: given }), 'delete'),
        restore: judgeTrashed(judged({ permissions: given }), 'restore'),
      }
    }
    expect(may(true, false)).toEqual({ trash: true, forGood: false, restore: true })
    expect(may(false, true)).toEqual({ trash: false, forGood: true, restore: true })
    const known = { answer: null, isOfNow: false, fulfils: { update: false, delete: false } }
    expect(judgeTrashed(judged({ known }), 'delete')).toBe(false)
    expect(judgeTrashed(judged({ known }), 'restore')).toBe(false)
  })

  it('F59 (part) what depends on what is typed is not sure while the server cannot be asked', () => {
    const answer = { ...all, update: false, publish: false, delete: false, byData: true }
    const known = { answer, isOfNow: true, fulfils: unknown }
    const of = (canAsk: boolean) =>
      (['update', 'publish', 'delete'] as const).map((operation) =>
        judge(judged({ known, canAsk }), operation),
      )
    expect(of(true)).toEqual([1, 2, 3].map(() => ({ may: false, isSure: true })))
    expect(of(false)).toEqual([
      { may: true, isSure: false },
      { may: false, isSure: false },
      { may: false, isSure: true },
    ])
  })

  it('F59 (part) what depends on the time stands, and is not sure while the server cannot be asked', () => {
    const known = {
      answer: { ...all, publish: false, byTime: true },
      isOfNow: true,
      fulfils: unknown,
    }
    const of = (canAsk: boolean) =>
      (['update', 'publish'] as const).map((operation) => judge(judged({ known, canAsk }), operation))
    expect(of(true)).toEqual([
      { may: true, isSure: true },
      { may: false, isSure: true },
    ])
    expect(of(false)).toEqual([
      { may: true, isSure: false },
      { may: false, isSure: false },
    ])
  })

  it('F59 (part) a new document goes by who may make one, a global that was never saved by who may change it', () => {
    const makes = permissions({ create: true })
    expect(judge(judged({ isNew: true, permissions: makes }), 'publish')).toEqual({ may: true, isSure: true })
    expect(judge(judged({ isNew: true, permissions: nothing }), 'edit').may).toBe(false)
    const header = {
      kind: 'global',
      slug: 'header',
      permissions: { globals: { header: { update: true } } },
    } as const
    expect(judge(judged({ ...header, isNew: true }), 'edit').may).toBe(true)
  })
})

describe('what may be done with a field', () => {
  it('F59 (part) a field that the answer names is as it says, with all that is in it; all others may be changed', () => {
    const answer = { ...all, hiddenFields: ['secret'], fixedFields: ['slug', 'layout.hero.heading', 'meta'] }
    // By the session nothing of it could be changed: it was asked without a document.
    const known = { answer, isOfNow: true, fulfils: unknown }
    const may = (path: string, operation: 'read' | 'update') =>
      judgeField(judged({ permissions: nothing, known }), path, operation)
    expect(['title', 'slugs', 'layout.hero.size', 'layout'].map((path) => may(path, 'update'))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['slug', 'layout.hero.heading', 'meta', 'meta.title'].map((path) => may(path, 'update'))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(may('secret', 'read')).toBe(false)
    expect(may('slug', 'read')).toBe(true)
  })

  it('F59 (part) without an answer fields are as in all documents', () => {
    const given = permissions({ create: true, update: true, fields: { title: { create: true }, slug: true } })
    expect(judgeField(judged({ permissions: given }), 'title', 'update')).toBe(false)
    expect(judgeField(judged({ permissions: given }), 'slug', 'update')).toBe(true)
    expect(judgeField(judged({ permissions: given, isNew: true }), 'title', 'update')).toBe(true)
    expect(judgeField(judged({ permissions: null }), 'title', 'read')).toBe(false)
  })
})

it('F59 (part) F72 (part) an answer that names more fields than any site has is none', () => {
  const answerWith = (count: number) => ({ ...all, fixedFields: Array.from({ length: count }, String) })
  expect(v.safeParse(documentPermissions, answerWith(LIMITS.deniedFields)).success).toBe(true)
  expect(v.safeParse(documentPermissions, answerWith(LIMITS.deniedFields + 1)).success).toBe(false)
})
