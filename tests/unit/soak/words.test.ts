import { expect, test } from 'vitest'
import { changedText, wordsOfText } from '../../soak/words.ts'

const two = changedText(changedText(null, 'add', 0, 'b'), 'add', 0, 'a')

test('a text is its paragraphs in their order, and what they have besides their words', () => {
  expect(wordsOfText(two)).toEqual(['a', 'b'])
  const bold = changedText(two, 'format', 0.5, '')
  expect(wordsOfText(bold)).toEqual(['a', expect.stringMatching(/^b .*format:1/)])
  expect(wordsOfText(changedText(bold, 'format', 0.5, ''))).toEqual(['a', 'b'])
})

test('the paragraphs that stay are as they were', () => {
  const bold = changedText(two, 'format', 0, '')
  const [first] = wordsOfText(bold)
  expect(wordsOfText(changedText(bold, 'edit', 0.5, 'c'))).toEqual([first, 'c'])
  expect(wordsOfText(changedText(bold, 'remove', 0.5, ''))).toEqual([first])
  expect(wordsOfText(changedText(bold, 'add', 0.5, 'c'))).toEqual([first, 'c', 'b'])
})
