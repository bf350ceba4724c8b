import { describe, expect, it } from 'vitest'
import { mergeRichText } from '../../../../shared/fields/richText/merge-rich-text.ts'
import { richText } from '../../../../shared/fields/richText/rich-text.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { richText as richTextField } from '../build-fields.ts'
import type { Json } from '../../../../shared/json.ts'
import { paragraph } from './build-nodes.ts'

/* Lines that one side takes from one list to another, while the other side works on the same list. */

type Lines = (string | Lines)[]

function list(lines: Lines): Json {
  const children = lines.map((line, at) => ({
    type: 'listitem',
    value: at + 1,
    children: typeof line === 'string' ? [{ type: 'text', text: line }] : [list(line)],
  }))
  return { type: 'list', listType: 'bullet', start: 1, children }
}
const text = (...nodes: Json[]): Json => ({ root: { type: 'root', children: nodes } })

const flat = text(list(['Aspen', 'Birch', 'Cedar', 'Dogwood']))
const nested = text(list(['Aspen', ['Birch', 'Cedar'], 'Dogwood']))
const split = text(list(['Aspen', 'Birch']), paragraph('Between'), list(['Cedar', 'Dogwood']))
const removed = text(list(['Aspen', 'Birch', 'Dogwood']))
const edited = text(list(['Aspen', 'Birch', 'Cedar tree', 'Dogwood']))

describe('F64 a line that goes from one list to another is not followed: the list is asked about as a whole', () => {
  for (const [title, moved] of [
    ['nested', nested],
    ['split off', split],
  ] as const)
    for (const [deed, other] of [
      ['removed', removed],
      ['edited', edited],
    ] as const) {
      it(`${title} by one side and ${deed} by the other`, () => {
        for (const [mine, theirs] of [
          [moved, other],
          [other, moved],
        ] as const) {
          const merged = mergeRichText(flat, mine, theirs)
          expect(merged?.conflicts).toHaveLength(1)
          expect(merged?.conflicts).toMatchObject([
            { base: { type: 'list' }, mine: { type: 'list' }, theirs: { type: 'list' } },
          ])
        }
      })
    }

  it('and nothing of it is taken back over what somebody wrote in it since', () => {
    const theirs = text(list(['Aspen', ['Birch', 'Cedar tree'], 'Dogwood']))
    const field = richTextField('body')
    expect(richText.takeBack?.(field, flat, nested, theirs, fieldTypes)).toBeNull()
  })

  it('an item that is only edited, put in, removed or moved within its list is followed', () => {
    const mine = text(list(['Dogwood', 'Aspen', 'Birch tree', 'Cedar', 'Elder']))
    const merged = mergeRichText(flat, mine, edited)
    expect(merged?.conflicts).toEqual([])
  })
})
