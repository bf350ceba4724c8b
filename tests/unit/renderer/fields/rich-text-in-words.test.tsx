import { expect, it } from 'vitest'
import { diffText } from '../../../../renderer/fields/diff-text.ts'
import { richText } from '../../shared/build-fields.ts'
import { paragraph, rich, rule, upload } from '../../shared/rich-text/build-nodes.ts'
import { valueContext } from '../support/value-context.ts'

const say = (...nodes: Parameters<typeof rich>) =>
  diffText(richText('body'), rich(...nodes), valueContext({ t: (key) => key.split('.').at(-1) ?? '' }))

it('a rich text in a change is its words, and what has none is named: never JSON', () => {
  expect(say(paragraph('Far north'), upload('u1'), paragraph(''), paragraph('South'))).toBe(
    'Far north\n[upload]\nSouth',
  )
  expect(say(upload('u1'), rule)).toBe('[upload]')
  expect(say(paragraph(''))).toBe('empty')
})
