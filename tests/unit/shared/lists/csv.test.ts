import { expect, test } from 'vitest'
import { BYTE_ORDER_MARK, csvLine } from '../../../../shared/lists/export-values.ts'

test('a line is that of RFC 4180: commas between, a line end, quotes around what needs them', () => {
  expect(csvLine(['Oslo', 'a,b', 'he said "no"', 'two\nlines', '', ' edge '])).toBe(
    'Oslo,"a,b","he said ""no""","two\nlines",," edge "\r\n',
  )
  expect(BYTE_ORDER_MARK).toBe('\uFEFF')
})

test.each(['=1+1', '+47 22 00', '-2', '@SUM(A1)', '＝1', '＠x'])(
  'a spreadsheet takes a text for a text, not for a formula: %j',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`)
  },
)

test.each([
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['x; +1', "x; '+1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['x\n=1+1', "x\n'=1+1"],
  ["x\n-cmd|'a'!A0", "x\n'-cmd|'a'!A0"],
  ['Bring:\n- a tent\n- bread', 'Bring:\n- a tent\n- bread'],
  ['red;green', 'red;green'],
])('nor what it would begin a cell with in another language: %j', (text, written) => {
  expect(csvLine([text]).replaceAll('"', '')).toBe(`${written}\r\n`)
})

test('numbers stay numbers, also negative ones, and ticks are words', () => {
  expect(csvLine([-2, 1.5, true, false])).toBe('-2,1.5,true,false\r\n')
  expect(csvLine(['a=b'])).toBe('a=b\r\n')
})
