import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { sameJson } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { openEditor, para, rich } from './rich-text-fixtures.ts'
import { editAtRandom, randomEdit } from './support/random-edits.ts'
import { randomNamed, randomText } from './support/random-texts.ts'
import { shownIn } from './support/shown-in.ts'
import { tries } from '../../../support/tries.ts'

/** Returns the nodes that another editor shows for a value. */
function shownOf(value: Json): Json[] {
  const made = openEditor(value)
  try {
    return shownIn(made.editor)
  } finally {
    made.close()
  }
}

/** Removes the numbers of list items, which an editor recounts in an edited list. */
const uncounted = (nodes: Json[]): unknown =>
  JSON.parse(
    JSON.stringify(nodes, (key, value: unknown) =>
      key === 'value' && typeof value === 'number' ? undefined : value,
    ),
  )

it('whatever is edited in whatever text, what is stored shows in another editor what this one shows', () => {
  fc.assert(
    fc.property(randomText, fc.array(randomEdit, { minLength: 1, maxLength: 6 }), (nodes, edits) => {
      const made = openEditor(rich(...nodes))
      /** The stored values so far, for undo and redo. */
      const history: Json[] = [rich(...nodes)]
      let at = 0
      try {
        for (const edit of edits) {
          if (edit.kind === 'undo' || edit.kind === 'redo') {
            at = Math.max(0, Math.min(history.length - 1, at + (edit.kind === 'undo' ? -1 : 1)))
            made.binding.receive(history[at] ?? null)
          } else {
            const value = edit.kind === 'outside' ? withOutside(history[at] ?? null, edit.from) : null
            if (value === null) editAtRandom(made.editor, edit)
            else made.binding.receive(value)
            history.splice(
              at + 1,
              Infinity,
              value ?? made.given.splice(0).at(-1)?.value ?? history[at] ?? null,
            )
            at = history.length - 1
          }
          made.given.splice(0)
          expect(uncounted(shownOf(history[at] ?? null))).toEqual(uncounted(shownIn(made.editor)))
        }
      } finally {
        made.close()
      }
    }),
    tries(60),
  )
})

it('whatever a text becomes from outside, it is shown as another editor shows it, and no edit', () => {
  fc.assert(
    fc.property(fc.array(randomNamed, { minLength: 2, maxLength: 5 }), (texts) => {
      const [first = [], ...others] = texts
      const made = openEditor(rich(...first))
      try {
        for (const text of others) {
          made.binding.receive(rich(...text))
          expect(shownIn(made.editor)).toEqual(shownOf(rich(...text)))
          editAtRandom(made.editor, { kind: 'type', from: -1, to: 0 })
          const stored = made.given.splice(0).at(-1)?.value ?? rich(...text)
          expect(shownIn(made.editor)).toEqual(shownOf(stored))
        }
        expect(made.errors).toEqual([])
      } finally {
        made.close()
      }
    }),
    tries(60),
  )
})

it('an edit in one node leaves all others the same objects, whatever they are', () => {
  fc.assert(
    fc.property(randomText, fc.nat(), (nodes, place) => {
      const received = rich(...nodes, para('the only one'))
      const made = openEditor(received)
      try {
        editAtRandom(made.editor, { kind: 'type', from: -1, to: place })
        const stored = topNodes(made.given.at(-1)?.value)
        expect(stored.slice(0, -1).every((node, index) => node === nodes[index])).toBe(true)
        expect(stored).toHaveLength(nodes.length + 1)
      } finally {
        made.close()
      }
    }),
    tries(40),
  )
})

/** Replaces, adds or removes a node, as another user's edit. */
function withOutside(value: Json, pick: number): Json {
  const nodes = topNodes(value)
  const at = pick % Math.max(1, nodes.length)
  const theirs = para(`Somebody else wrote ${pick}`, { 'x-by': 'them' })
  const next = nodes.toSpliced(at, pick % 3 === 0 ? 0 : 1, ...(pick % 3 === 2 ? [] : [theirs]))
  return sameJson(next, nodes) ? value : rich(...next)
}
