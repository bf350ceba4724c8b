import { describe, expect, it } from 'vitest'
import {
  fromMonthValue,
  fromPickerValue,
  fromTimeValue,
  toMonthValue,
  toPickerValue,
  toTimeValue,
} from '../../../../renderer/ui/date-input/date-value.ts'
import { stepNumber } from '../../../../renderer/ui/number-input/step-number.ts'
import { loginErrors } from '../../../../renderer/sign-in/login-errors.ts'

describe('a number', () => {
  it('steps inside its limits without the noise of binary fractions', () => {
    const limits = { step: 0.1, min: 0, max: 0.35 }
    expect(stepNumber(0.2, 1, limits)).toBe(0.3)
    expect(stepNumber(0.3, 1, limits)).toBe(0.35)
    expect(stepNumber(0, -1, limits)).toBe(0)
    expect(stepNumber(null, 1, { step: 5, min: null, max: null })).toBe(5)
  })
})

describe('a date in the picker', () => {
  it('keeps the moment of a date with time', () => {
    const iso = '2026-11-20T09:12:00.000Z'
    expect(fromPickerValue(toPickerValue(iso, 'minute'))).toBe(iso)
  })

  it('stores a day as its noon in UTC, as the web admin does', () => {
    expect(fromPickerValue(toPickerValue('2026-11-20T12:00:00.000Z', 'day'))).toBe('2026-11-20T12:00:00.000Z')
  })

  it('is shown and typed in the time zone that is stored beside it', () => {
    const tokyo = toPickerValue('2026-11-20T23:30:00.000Z', 'minute', 'Asia/Tokyo')
    expect(tokyo).toMatchObject({ day: 21, hour: 8, minute: 30 })
    expect(fromPickerValue(tokyo)).toBe('2026-11-20T23:30:00.000Z')
  })

  it('shows the day that was chosen also where it is tomorrow already', () => {
    expect(toPickerValue('2026-11-20T12:00:00.000Z', 'day', 'Pacific/Auckland')?.toString()).toBe(
      '2026-11-20',
    )
  })

  it('of a time alone keeps the day that was there, and seconds are none', () => {
    const before = '2026-11-20T07:12:45.123Z'
    const time = toTimeValue(before, 'Europe/Oslo')
    expect(time).toMatchObject({ hour: 8, minute: 12 })
    if (time === null) return
    expect(fromTimeValue(time.set({ hour: 9, minute: 5 }), before, 'Europe/Oslo')).toBe(
      '2026-11-20T08:05:00.000Z',
    )
    expect(fromTimeValue(null, before)).toBeNull()
    expect(fromTimeValue(time, null, 'UTC')).toMatch(/^\d{4}-\d\d-\d\dT08:12:00\.000Z$/)
  })

  it('of a time of day stays in the hour that was meant, where the clock shows it twice', () => {
    const [summer, winter] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
    for (const before of [summer, winter]) {
      const time = toTimeValue(before, 'Europe/Oslo')
      expect(time).toMatchObject({ hour: 2, minute: 30 })
      if (time === null) return
      expect(fromTimeValue(time.set({ minute: 45 }), before, 'Europe/Oslo')).toBe(
        before.replace(':30:', ':45:'),
      )
    }
  })

  it('of a month is the noon of its first day in UTC, as the web admin does', () => {
    expect(toMonthValue('2026-11-20T12:00:00.000Z')).toEqual({ year: 2026, month: 11 })
    expect(toMonthValue(fromMonthValue({ year: 2026, month: 2 }))).toEqual({ year: 2026, month: 2 })
    expect(fromMonthValue({ year: 2026, month: 2 })).toBe('2026-02-01T12:00:00.000Z')
  })

  it('is empty for null and for what is no date', () => {
    expect(toPickerValue(null, 'day')).toBeNull()
    expect(toPickerValue('soon', 'day')).toBeNull()
    expect(fromPickerValue(null)).toBeNull()
  })
})

describe('a refused log-in', () => {
  it('stands at the field that the server names, in its words', () => {
    const fields = [{ path: 'email', message: 'Please enter a valid email address.' }]
    expect(loginErrors({ outcome: 'refused', message: 'invalid', fields })).toEqual({
      identifier: 'Please enter a valid email address.',
      password: null,
    })
  })

  it('stands at the password where the server names no field', () => {
    const message = 'The email or password provided is incorrect.'
    expect(loginErrors({ outcome: 'refused', message, fields: [] })).toEqual({
      identifier: null,
      password: message,
    })
  })
})
