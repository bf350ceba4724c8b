import { expect, test } from 'vitest'
import { looksLikeMarkdown } from '../../../../../renderer/richtext/features/clipboard/from-plain.ts'

test.each([
  ['1. Januar: Neujahr\n6. Januar: Dreikönig\n1. Mai: Tag der Arbeit', false],
  ['1. Januar\n\nNeujahr\n\n6. Januar\n\nDreikönig', false],
  ['2024. Januar\n2025. Januar', false],
  ['1. Pack\n2. Go', true],
])('lines with numbers are Markdown only where these count up by one: %j (F98)', (text, isMarkdown) => {
  expect(looksLikeMarkdown(text)).toBe(isMarkdown)
})

test.each([
  ['Run this:\n\n```js\nconst a = 1;\nlet b = {\n}\n```', true],
  ['Run this:\n\n```js\nconst a = 1;', false],
])('code between fences says that a text is Markdown: %j (F101)', (text, isMarkdown) => {
  expect(looksLikeMarkdown(text)).toBe(isMarkdown)
})
