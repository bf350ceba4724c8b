import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../shared/json.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { array, checkbox, date, email, number, point, select, text } from '../../shared/build-fields.ts'
import { set } from '../form/form-fixtures.ts'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)

/** Returns the form's errors for a value, and if they prevent a save. */
async function said(field: Field, value: Json) {
  const { form, screen: shown } = await showFields([field], { data: { a: value } })
  let blocking: string[] = []
  act(() => void (blocking = form.validate()))
  const words = [...document.querySelectorAll('[id$="-error"]')].map((error) => error.textContent)
  shown.unmount()
  return { words, blocks: blocking.length > 0 }
}
const blocking = (words: string) => ({ words: [words], blocks: true })
const fine = { words: [], blocks: false }
const must = { required: true }
const shorter = (count: number) => `This value must be shorter than the max length of ${count} characters.`
const longer = (count: number) => `This value must be longer than the minimum length of ${count} characters.`

describe('what is said about a text', () => {
  it('S5.06 S5.08 longer than the site or its field allows', async () => {
    expect(await said(text('a'), 'x'.repeat(40_000))).toEqual(fine)
    expect(await said(text('a'), 'x'.repeat(40_001))).toEqual(blocking(shorter(40_000)))
    expect(await said(text('a', { maxLength: 4 }), 'abcde')).toEqual(blocking(shorter(4)))
    expect(await said(text('a', { maxLength: 50_000 }), 'x'.repeat(40_001))).toEqual(fine)
  })

  it('S5.07 S5.09 S9.08 shorter than its field demands, and shorter than three, which only advises', async () => {
    expect(await said(text('a', { minLength: 5 }), 'abcd')).toEqual(blocking(longer(5)))
    expect(await said(text('a'), 'ab')).toEqual({ words: [longer(3)], blocks: false })
    expect(await said(text('a', { minLength: 1 }), 'a')).toEqual(fine)
    for (const nothing of ['', null]) expect(await said(text('a'), nothing)).toEqual(fine)
  })

  it('S5.07 (part) what only advises marks nothing as wrong: a saved word of two letters is no mistake', async () => {
    const lookOf = async (field: Field) => {
      const shown = await showFields([field], { data: { a: '東京' } })
      act(() => void shown.form.validate())
      const input = screen.getByRole('textbox')
      const [hint] = document.querySelectorAll('[id$="-error"]')
      const look = {
        said: hint?.textContent,
        isAdvice: hint?.className.includes('advice'),
        invalid: input.getAttribute('aria-invalid'),
        describedBy: input.getAttribute('aria-describedby') === hint?.id,
        bar: document.querySelectorAll('[class*="invalid"]').length,
      }
      shown.screen.unmount()
      return look
    }
    expect(await lookOf(text('a'))).toEqual({
      said: longer(3),
      isAdvice: true,
      invalid: null,
      describedBy: true,
      bar: 0,
    })
    expect(await lookOf(text('a', { minLength: 3 }))).toMatchObject({
      said: longer(3),
      isAdvice: false,
      invalid: 'true',
    })
  })

  it('S5.10 required, after its longest and its shortest; an optional one may be empty', async () => {
    expect(await said(text('a', must), null)).toEqual(blocking('This field is required.'))
    expect(await said(text('a', { ...must, minLength: 2 }), '')).toEqual(blocking(longer(2)))
    expect(await said(text('a', { ...must, minLength: 4, maxLength: 2 }), 'abc')).toEqual(
      blocking(shorter(2)),
    )
    expect(await said(text('a', { minLength: 4 }), null)).toEqual(fine)
  })

  it('S5.12 S5.13 S5.14 of several, how many there have to be', async () => {
    const many = { hasMany: true, minRows: 2, maxRows: 3 }
    expect(await said(text('a', many), ['one'])).toEqual(blocking('This field requires at least 2 Rows.'))
    expect(await said(text('a', many), ['one', 'two', 'three', 'four'])).toEqual(
      blocking('This field requires no more than 3 Rows.'),
    )
    expect(await said(text('a', { hasMany: true, ...must }), [])).toEqual(
      blocking('This field requires at least 1 Row.'),
    )
    expect(await said(text('a', many), [])).toEqual(fine)
  })
})

it('S5.16 an e-mail address is what the server takes for one', async () => {
  const wrong = blocking('Please enter a valid email address.')
  for (const good of ['a@b.co', 'A+b@sub.d.org', 'a@ex--am.com'])
    expect([good, await said(email('a'), good)]).toEqual([good, fine])
  for (const bad of ['a@b', 'a b@c.io', '"x"@c.io', 'a..b@c.io', 'a@-c.io', 'a@c-.io', '.a@b.io', 'a.@b.io'])
    expect([bad, await said(email('a'), bad)]).toEqual([bad, wrong])
})

describe('users who log in by name', () => {
  const fields = [email('email', { label: 'Email' }), text('username', { label: 'Username' })]
  const check = async (
    data: { [key: string]: Json },
    login: { requireUsername: boolean; requireEmail: boolean },
  ) => {
    const { form, screen: shown } = await showFields(fields, { data, entity: { loginWithUsername: login } })
    let missing: string[] = []
    act(() => void (missing = form.validate()))
    const words = [...document.querySelectorAll('[id$="-error"]')].map((error) => error.textContent)
    shown.unmount()
    return { missing, words }
  }

  it('S5.17 S5.18 need one of e-mail and name where neither is required, and nothing more than what is', async () => {
    const either = { requireUsername: false, requireEmail: false }
    const required = 'This field is required.'
    expect(await check({}, either)).toEqual({ missing: ['email', 'username'], words: [required, required] })
    for (const one of [{ username: 'ines' }, { email: 'a@b.co' }])
      expect(await check(one, either)).toEqual({ missing: [], words: [] })
    expect((await check({}, { requireUsername: false, requireEmail: true })).missing).toEqual([])
    expect((await check({}, { requireUsername: true, requireEmail: false })).missing).toEqual([])
  })
})

it('S3.08 a choice is by the label in the language of the window, keeps the value, and can be cleared; several keep theirs', async () => {
  const options = [
    { value: 'a', label: { en: 'Autumn', de: 'Herbst' } },
    { value: 'w', label: 'Winter' },
  ]
  const { form } = await showFields(
    [
      select('one', [], { label: 'One', options }),
      select('many', [], { label: 'Many', options, hasMany: true }),
    ],
    { data: { one: 'a', many: ['w'] } },
  )
  const trigger = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}$`) })
  const choose = (name: string, option: string) => {
    fireEvent.click(trigger(name))
    fireEvent.click(screen.getByRole('option', { name: option }))
  }
  expect(trigger('One').textContent).toContain('Autumn')
  choose('One', 'Winter')
  expect(form.changes()).toEqual([set('one', 'a', 'w')])
  choose('Many', 'Autumn')
  expect(form.read('many')).toEqual(['w', 'a'])
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  const [clear] = screen.getAllByRole('button', { name: /^Clear/, hidden: true })
  fireEvent.click(clear ?? document.body)
  expect(form.read('one')).toBeNull()
})

it('S5.26 what is wrong with a value is said in the words of the server, and every message of it is there', async () => {
  const words = async (field: Field, value: Json) => (await said(field, value)).words
  const when = { appearance: 'dayOnly' as const }
  expect(await words(number('a', { min: 2, max: 9 }), 10)).toEqual([
    '10 is greater than the max allowed Value of 9.',
  ])
  expect(await words(number('a', { min: 2, max: 9 }), 1)).toEqual([
    '1 is less than the min allowed Value of 2.',
  ])
  expect(await words(number('a'), 'many')).toEqual(['Please enter a valid number.'])
  expect(await words(date('a', when), 'someday')).toEqual(['"someday" is not a valid date.'])
  expect(await words(date('a', { ...when, ...must, timezone: true }), '2026-01-01')).toContain(
    'A timezone is required.',
  )
  expect(await words(select('a', ['x']), 'y')).toEqual(['This field has an invalid selection.'])
  expect(await words(select('a', ['x'], { hasMany: true }), ['x', 'x'])).toEqual([
    'This field has the following invalid selections: "x", "x"',
  ])
  expect(await words({ ...checkbox('a'), ...must }, null)).toEqual([
    'This field can only be equal to true or false.',
  ])
  expect(await words(point('a', must), ['', ''])).toEqual(['This field requires two numbers.'])
  expect(await words(point('a'), [1, ''])).toEqual(['This field has an invalid input.'])
  expect(await words(array('a', [text('b')], { minRows: 2 }), [{ id: 'r1', b: 'one row' }])).toEqual([
    'This field requires at least 2 Rows.',
  ])
  expect(
    await words(array('a', [text('b')], { maxRows: 1 }), [
      { id: 'r1', b: 'one row' },
      { id: 'r2', b: 'another' },
    ]),
  ).toEqual(['This field requires no more than 1 Rows.'])

  const { t } = await loadTranslator('en')
  const all = {
    required: 'This field is required.',
    emailAddress: 'Please enter a valid email address.',
    enterNumber: 'Please enter a valid number.',
    greaterThanMax: '3 is greater than the max allowed Rows of 2.',
    lessThanMin: '3 is less than the min allowed Rows of 4.',
    longerThanMin: 'This value must be longer than the minimum length of 4 characters.',
    shorterThanMax: 'This value must be shorter than the max length of 5 characters.',
    notValidDate: '"3" is not a valid date.',
    invalidSelection: 'This field has an invalid selection.',
    invalidSelections: 'This field has the following invalid selections:',
    trueOrFalse: 'This field can only be equal to true or false.',
    timezoneRequired: 'A timezone is required.',
    username:
      'Please enter a valid username. Can contain letters, numbers, hyphens, periods and underscores.',
    validUploadID: 'This field is not a valid upload ID.',
    requiresAtLeast: 'This field requires at least 1 Rows.',
    requiresNoMoreThan: 'This field requires no more than 1 Rows.',
    requiresTwoNumbers: 'This field requires two numbers.',
    limitReached: 'Limit reached, only 2 items can be added.',
    invalidInput: 'This field has an invalid input.',
    fieldHasNo: 'This field has no Rows',
  }
  const vars = { value: 3, label: 'Rows', min: 4, max: 2, minLength: 4, maxLength: 5, count: 1 }
  expect(Object.fromEntries(Object.keys(all).map((key) => [key, t(`validation:${key}`, vars)]))).toEqual(all)
})
