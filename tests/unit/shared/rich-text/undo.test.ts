import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { emptyHistory, recordStep, takeStep } from '../../../../shared/document/history.ts'
import type { History } from '../../../../shared/document/history.ts'
import { rebaseChanges } from '../../../../shared/document/rebase.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { richText } from '../build-fields.ts'
import { heading, paragraph, rich } from './build-nodes.ts'

const fields = [richText('body')]
const schema = { fields, types: fieldTypes }
const place = { path: 'body', locale: null }

const edit = (from: Json, to: Json): Change => ({ kind: 'set', ...place, from, to })
const typed = (
  history: History,
  data: JsonObject,
  changes: Change[],
  at: number,
  burst: string | null = 'b',
) => recordStep(fields, data, history, { changes, place, burst, at })

const [first, second, third] = [paragraph('First.'), paragraph('Second.'), paragraph('Third.')]

describe('taking back an edit of a rich text', () => {
  it('DM7 the cell of a rich text is its top-level node: an undo survives what others changed beside it', () => {
    const mine = rich(paragraph('First, edited.'), second, heading('Mine'))
    const history = typed(emptyHistory, {}, [edit(rich(first, second), mine)], 0)
    const now = {
      body: rich(paragraph('First, edited.'), paragraph('Second, theirs.'), third, heading('Mine')),
    }
    const undone = takeStep(schema, now, history, 'undo', [])
    expect(undone?.passedOver).toEqual([])
    const after = applyChanges(fields, now, undone?.changes ?? [])
    expect(after).toEqual({ body: rich(first, paragraph('Second, theirs.'), third) })
    const redone = takeStep(schema, after, undone?.history ?? emptyHistory, 'redo', [])
    expect(applyChanges(fields, after, redone?.changes ?? [])).toEqual(now)
  })

  it('DM7 a node that others changed after the edit stays as they left it, and is named', () => {
    const mine = rich(paragraph('First, edited.'), paragraph('Second, edited.'))
    const history = typed(emptyHistory, {}, [edit(rich(first, second), mine)], 0)
    const now = { body: rich(paragraph('First, edited.'), paragraph('Second, edited by both.')) }
    const undone = takeStep(schema, now, history, 'undo', [])
    expect(undone?.passedOver).toEqual([place])
    expect(applyChanges(fields, now, undone?.changes ?? [])).toEqual({
      body: rich(first, paragraph('Second, edited by both.')),
    })
  })

  it('DM7 an edit of which nothing is left is passed over', () => {
    const history = typed(emptyHistory, {}, [edit(rich(first), rich(paragraph('First, edited.')))], 0)
    const now = { body: rich(paragraph('First, edited and more.')) }
    expect(takeStep(schema, now, history, 'undo', [])).toMatchObject({ changes: [], passedOver: [place] })
  })

  it('DM7 SY5 what others wrote in the middle of a burst of typing is not taken back with it', () => {
    const [start, one] = [rich(first, second), rich(paragraph('First, e'), second)]
    const history = typed(emptyHistory, { body: one }, [edit(start, one)], 0)
    const theirs = { body: rich(first, second, third) }
    const { changes } = rebaseChanges(schema, theirs, [edit(start, one)])
    const moved = applyChanges(fields, theirs, changes)
    expect(moved).toEqual({ body: rich(paragraph('First, e'), second, third) })
    const two = rich(paragraph('First, ed'), second, third)
    const later = typed(history, { body: two }, [edit(moved['body'] ?? null, two)], 100)
    let [now, left]: [JsonObject, History] = [{ body: two }, later]
    for (let next = takeStep(schema, now, left, 'undo', []); next !== null;) {
      ;[now, left] = [applyChanges(fields, now, next.changes), next.history]
      next = takeStep(schema, now, left, 'undo', [])
    }
    expect(now).toEqual(theirs)
  })

  it('DM7 a step costs what was edited, not the text around it: all of a long afternoon can be taken back', () => {
    let text = rich(...Array.from({ length: 300 }, (_, at) => paragraph(`${at} ${'word '.repeat(60)}`)))
    const start = text
    let history = emptyHistory
    for (let step = 0; step < 400; step += 1) {
      const children = topNodes(text)
      const next = rich(...children.with(step % 300, paragraph(`edited ${step}`)))
      history = typed(history, { body: next }, [edit(text, next)], step, null)
      text = next
    }
    expect(history.undo).toHaveLength(400)
    let now: JsonObject = { body: text }
    for (let next = takeStep(schema, now, history, 'undo', []); next !== null;) {
      now = applyChanges(fields, now, next.changes)
      next = takeStep(schema, now, next.history, 'undo', [])
    }
    expect(now).toEqual({ body: start })
  })
})
