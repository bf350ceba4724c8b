import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../shared/json.ts'
import { canDo, canDoField, canReadAll } from '../../../../shared/cms/permissions.ts'

const permissions = {
  collections: {
    posts: {
      read: true,
      update: { permission: true, where: { id: { equals: 3 } } },
      create: { permission: false },
      fields: {
        title: true,
        slug: { read: true },
        layout: {
          read: true,
          blocks: {
            hero: { read: true, fields: true },
            quote: { read: true, fields: { text: { update: true } } },
          },
        },
        meta: { read: true, update: true, fields: { title: { read: true }, image: true } },
      },
    },
    notes: { fields: true, read: true, update: true },
    tags: { read: true, fields: {} },
    all: true,
  },
  globals: { header: { read: true } },
}

describe('permissions', () => {
  it('S6.01 (part) a missing key means denied', () => {
    expect(canDo(permissions, 'collection', 'posts', 'read')).toBe(true)
    expect(canDo(permissions, 'collection', 'posts', 'update')).toBe(true)
    expect(canDo(permissions, 'collection', 'posts', 'create')).toBe(false)
    expect(canDo(permissions, 'collection', 'posts', 'delete')).toBe(false)
    expect(canDo(permissions, 'collection', 'nothing', 'read')).toBe(false)
    expect(canDo(permissions, 'collection', 'constructor', 'read')).toBe(false)
    expect(canDo(permissions, 'collection', 'all', 'delete')).toBe(true)
    expect(canDo(permissions, 'global', 'header', 'read')).toBe(true)
    expect(canDo({}, 'global', 'header', 'read')).toBe(false)
  })

  it.each([
    ['title', 'update', true],
    ['slug', 'read', true],
    ['slug', 'update', false],
    ['unnamed', 'read', false],
    ['layout.hero.heading', 'read', true],
    ['layout.hero.heading', 'update', false],
    ['layout.quote.text', 'update', true],
    ['layout.quote.other', 'read', false],
    ['meta.title', 'update', false],
    ['meta.image', 'update', true],
  ] as const)('S5.27 (part) %s %s: %s', (path, op, allowed) => {
    expect(canDoField(permissions, 'collection', 'posts', path, op)).toBe(allowed)
  })

  it('S5.27 a field may be what its parent may, else what is said of the operation, or of the field; without a map what its collection may', () => {
    const may = (given: JsonObject, path: string, op: 'create' | 'read' | 'update') =>
      canDoField({ collections: { things: given } }, 'collection', 'things', path, op)
    const all = ['create', 'read', 'update'] as const
    const allowed = (given: JsonObject, path: string) => all.filter((op) => may(given, path, op))
    // Everything.
    expect(allowed({ fields: true, create: true, read: true, update: true }, 'title')).toEqual([...all])
    // Per field and operation.
    const fields = { title: { create: true, update: true }, slug: { read: true }, meta: true }
    const things = { create: true, read: true, update: true, fields }
    expect(allowed(things, 'title')).toEqual(['create', 'update'])
    expect(allowed(things, 'slug')).toEqual(['read'])
    expect(allowed(things, 'other')).toEqual([])
    // The parent is allowed all, and with it what is inside.
    expect(allowed(things, 'meta')).toEqual([...all])
    expect(allowed(things, 'meta.image')).toEqual([...all])
    expect(
      allowed(
        { ...things, fields: { meta: { read: true, fields: { image: { read: true } } } } },
        'meta.image',
      ),
    ).toEqual(['read'])
    // No map: as the collection.
    expect(allowed({ read: true, update: true }, 'title')).toEqual(['read', 'update'])
    expect(allowed({ read: true, fields: {} }, 'title')).toEqual(['read'])
  })

  it('S5.27 (part) all fields, and a missing map, are as the collection is', () => {
    expect(canDoField(permissions, 'collection', 'notes', 'title', 'update')).toBe(true)
    expect(canDoField(permissions, 'collection', 'notes', 'title', 'create')).toBe(false)
    expect(canDoField(permissions, 'collection', 'tags', 'title', 'read')).toBe(true)
    expect(canDoField(permissions, 'collection', 'tags', 'title', 'update')).toBe(false)
    expect(canDoField(permissions, 'collection', 'all', 'any.thing', 'update')).toBe(true)
    expect(canDoField(permissions, 'collection', 'nothing', 'title', 'read')).toBe(false)
  })
})

it('F3 all of an entity is read where no condition is named', () => {
  const given = {
    collections: {
      posts: { read: true },
      pages: { read: { permission: true } },
      places: { read: { permission: true, where: { id: { equals: 3 } } } },
      drafts: { read: { permission: false } },
    },
  }
  const readable = ['posts', 'pages', 'places', 'drafts', 'unknown'].filter((slug) =>
    canReadAll(given, 'collection', slug),
  )
  expect(readable).toEqual(['posts', 'pages'])
})
