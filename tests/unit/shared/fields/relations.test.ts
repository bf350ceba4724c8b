import { describe, expect, it } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { changesBetween } from '../../../../shared/document/diff.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { relationTo } from '../../../../shared/fields/relations.ts'
import { join, relation, text } from '../build-fields.ts'

/** A field as the parser makes it; `extra`: what the client config drops. */
function parsed(raw: object, extra: object = {}): Field | undefined {
  const answer = parseSiteConfig(fieldTypes, {
    config: { collections: [{ slug: 'things', fields: [{ name: 'to', ...raw }] }] },
    extras: { 'things.to': extra },
  })
  return answer.ok ? answer.schema.collections[0]?.fields[0] : undefined
}

describe('what an editor of relations has to know of the config', () => {
  it('S3.07 (config) nothing is forbidden where the site says nothing', () => {
    for (const type of ['relationship', 'upload'])
      expect(parsed({ type, relationTo: 'posts' })).toMatchObject({
        relationTo: ['posts'],
        polymorphic: false,
        hasMany: false,
        isSortable: true,
        allowCreate: true,
        allowEdit: true,
        appearance: 'select',
        sortOptions: {},
        filterOptions: null,
        minRows: null,
        maxRows: null,
      })
  })

  it('S3.07 (config) what the site says is heard', () => {
    expect(
      parsed(
        {
          type: 'relationship',
          relationTo: ['posts', 'pages'],
          hasMany: true,
          minRows: 1,
          maxRows: 4,
          admin: {
            isSortable: false,
            allowCreate: false,
            allowEdit: false,
            appearance: 'drawer',
            sortOptions: { posts: '-date' },
          },
        },
        { filterOptions: { inMenu: { equals: true } } },
      ),
    ).toMatchObject({
      relationTo: ['posts', 'pages'],
      polymorphic: true,
      hasMany: true,
      minRows: 1,
      maxRows: 4,
      isSortable: false,
      allowCreate: false,
      allowEdit: false,
      appearance: 'drawer',
      sortOptions: { posts: '-date' },
      filterOptions: { inMenu: { equals: true } },
    })
    expect(
      parsed({ type: 'relationship', relationTo: ['posts', 'pages'], admin: { sortOptions: 'title' } }),
    ).toMatchObject({ sortOptions: { posts: 'title', pages: 'title' } })
    expect(parsed({ type: 'upload', relationTo: 'media' }, { filterOptions: false })).toMatchObject({
      filterOptions: { id: { exists: false } },
    })
  })

  it('a join is read with all that its table needs', () => {
    expect(
      parsed({
        type: 'join',
        collection: 'posts',
        on: 'meta.author',
        defaultLimit: 5,
        defaultSort: '-date',
        orderable: true,
        where: { hidden: { not_equals: true } },
        admin: { allowCreate: false, defaultColumns: ['title', 'date'] },
      }),
    ).toMatchObject({
      type: 'join',
      collections: ['posts'],
      on: 'meta.author',
      defaultLimit: 5,
      defaultSort: '-date',
      defaultColumns: ['title', 'date'],
      allowCreate: false,
      orderable: true,
      where: { hidden: { not_equals: true } },
    })
  })
})

describe('values', () => {
  it('S3.07 (values) a document of one of several collections is named with its collection', () => {
    expect(relationTo(relation('a'), 'posts', 7)).toBe(7)
    expect(relationTo(relation('a', { polymorphic: true }), 'pages', 7)).toEqual({
      relationTo: 'pages',
      value: 7,
    })
  })

  it('a join is no content: what it holds makes no edit', () => {
    const before = { title: 'A', posts: { docs: [1, 2], hasNextPage: false } }
    const after = { title: 'B', posts: { docs: [1], hasNextPage: true } }
    expect(changesBetween([text('title'), join('posts')], before, after).map(({ path }) => path)).toEqual([
      'title',
    ])
    expect(changesBetween([join('posts')], {}, after).map(({ path }) => path)).toEqual(['title'])
  })
})
