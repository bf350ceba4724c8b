import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  restoreOwn,
  withChildren,
  withoutPopulated,
  withTopNodes,
} from '../../../../shared/fields/richText/restore.ts'
import type { Json } from '../../../../shared/json.ts'
import { link, paragraph, rich, upload } from './build-nodes.ts'
import { nodes } from './random-text.ts'

// The stored nodes are tested with the editor itself: tests/unit/renderer/richtext/stored.test.tsx.
describe('what is stored of a node in an editor', () => {
  it('is what was received, with what the editor says otherwise than when it had loaded it', () => {
    const received = { type: 'link', version: 3, rel: 'x', fields: { url: '/a', 'x-track': 1, gone: 1 } }
    const loaded = { type: 'link', version: 1, format: '', fields: { url: '/a', gone: 1 } }
    expect(restoreOwn(received, loaded, { ...loaded })).toBe(received)
    expect(restoreOwn(received, loaded, { ...loaded, format: 'center', fields: { url: '/b' } })).toEqual({
      type: 'link',
      version: 3,
      rel: 'x',
      format: 'center',
      fields: { url: '/b', 'x-track': 1 },
    })
  })

  it('what stands in place of its nodes stays until there are some', () => {
    const odd = { type: 'heading', children: 'none' }
    expect(withChildren(odd, [])).toBe(odd)
    expect(withChildren(odd, [paragraph('a')])).toEqual({ type: 'heading', children: [paragraph('a')] })
    expect(withChildren({ type: 'heading' }, [])).toEqual({ type: 'heading', children: [] })
  })
})

describe('a text with other nodes', () => {
  it('is the text itself where they are its own', () => {
    fc.assert(
      fc.property(nodes, (all) => {
        const value = rich(...all)
        expect(withTopNodes(value, all)).toBe(value)
      }),
    )
  })

  it('keeps what is unknown of its root; one that had none gets one, unless there is nothing to store', () => {
    const fresh = paragraph('New.')
    const received: Json = { root: { type: 'root', children: [], 'x-theme': 'dark' }, 'x-by': 'import' }
    expect(withTopNodes(received, [fresh])).toEqual({
      root: { type: 'root', children: [fresh], 'x-theme': 'dark' },
      'x-by': 'import',
    })
    expect(withTopNodes(null, [fresh])).toMatchObject({ root: { type: 'root', children: [fresh] } })
    expect(withTopNodes(null, [])).toBe(null)
  })
})

describe('documents in a text', () => {
  it('are named by their ids, whatever the depth at which the text was read', () => {
    const whole = { id: 7, filename: 'north.jpg' }
    const internal = (value: Json) =>
      paragraph([link('x', { linkType: 'internal', doc: { relationTo: 'posts', value } })])
    expect(withoutPopulated(rich(upload('u', {}, whole), internal(whole)))).toEqual(
      rich(upload('u', {}, 7), internal(7)),
    )
  })

  it('a text without any is the same object', () => {
    fc.assert(
      fc.property(nodes, (all) => {
        const value = rich(...all)
        expect(withoutPopulated(value)).toBe(value)
      }),
    )
  })
})
