import { expect, it } from 'vitest'
import { writeSize } from '../../../../renderer/i18n/numbers.ts'

it('U50 (part) sizes of files are said in the unit and with the signs of the language', () => {
  const say = (bytes: number, tag: string) => writeSize(bytes, tag).replaceAll(/\s/g, ' ')
  expect([0, 1, 500, 9806, 5_242_880].map((bytes) => say(bytes, 'en-US'))).toEqual([
    '0 bytes',
    '1 byte',
    '500 bytes',
    '9.6 KB',
    '5 MB',
  ])
  expect([say(9806, 'de'), say(9806, 'fr'), say(9806, 'ar-u-nu-latn')]).toEqual([
    '9,6 KB',
    '9,6 ko',
    '9.6 كيلوبايت',
  ])
})
