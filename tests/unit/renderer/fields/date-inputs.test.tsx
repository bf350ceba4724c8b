import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { BuddhistCalendar, GregorianCalendar, type Calendar } from '@internationalized/date'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  fromPickerValue,
  offeredTimes,
  toPickerValue,
} from '../../../../renderer/ui/date-input/date-value.ts'
import { yearOfTwoDigits } from '../../../../renderer/ui/date-input/typed-date.ts'
import { DateInput } from '../../../../renderer/ui/date-input/date-input.tsx'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { DateField } from '../../../../shared/cms/schema-model.ts'
import { date, select } from '../../shared/build-fields.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { set } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)
afterEach(() => vi.useRealTimers())

const at = '2026-11-20T08:30:00.000Z'
const readTime = (value: Json) => (typeof value === 'string' ? value : '')
const when = (more: Partial<DateField>) => date('when', { label: 'When', ...more })
const open = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
/** As a browser says that something is typed; React Aria listens to nothing else. */
const typeInto = (part: HTMLElement, data: string) =>
  fireEvent(
    part,
    new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true }),
  )
/** Days of the calendar that can be chosen, by their numbers. */
const days = () =>
  screen
    .getAllByRole('gridcell')
    .flatMap((cell) => [...cell.querySelectorAll('[role="button"]')])
    .filter((day) => day.getAttribute('aria-disabled') !== 'true')
    .map((day) => day.textContent)

describe('a date of a year with more than four digits', () => {
  const far = '+012026-01-01T00:00:00.000Z'

  it.each(['dayOnly', 'dayAndTime', 'timeOnly', 'monthOnly'] as const)(
    'is shown as it is and not edited (%s)',
    async (appearance) => {
      await showFields([when({ appearance })], { data: { when: far } })
      expect(screen.getByText((text) => text.includes(far))).toBeTruthy()
      expect(screen.queryByRole('spinbutton')).toBeNull()
    },
  )

  it('is written as it is in words, and so is one that is none', async () => {
    function Words() {
      const { formatDate, formatAgo, formatDistance } = useT()
      return [far, '-010000-01-01T00:00:00.000Z', 'x'].map((iso) => (
        <p key={iso}>{[formatDate(iso), formatAgo(iso), formatDistance(iso)].join()}</p>
      ))
    }
    await renderInEnglish(<Words />)
    for (const iso of [far, '-010000-01-01T00:00:00.000Z', 'x'])
      expect(screen.getByText([iso, iso, iso].join())).toBeTruthy()
  })

  it('is none for an input of dates', async () => {
    await renderInEnglish(
      <DateInput
        aria-label="When"
        granularity="minute"
        value={far}
        maxDate={far}
        onChange={() => undefined}
      />,
    )
    expect(screen.getByRole('spinbutton', { name: /^year/ }).textContent).toBe('yyyy')
  })
})

describe('a date', () => {
  it('is shown in the site’s format while nobody types it', async () => {
    const day = { appearance: 'dayOnly', displayFormat: "d. MMMM yyyy '!'" } as const
    await showFields([when(day)], { data: { when: '2026-11-20T12:00:00.000Z' } })
    expect(screen.getByText('20. November 2026 !')).toBeTruthy()
    expect(screen.getByRole('spinbutton', { name: /^year/ }).textContent).toBe('2026')
  })

  it('is shown in the language’s own way where the site’s format is none', async () => {
    await showFields([when({ appearance: 'dayOnly', displayFormat: 'YYYY n' })], { data: { when: at } })
    expect(screen.getByRole('spinbutton', { name: /^year/ }).textContent).toBe('2026')
  })

  it('has the site’s words where there is none yet', async () => {
    await showFields([when({ placeholder: 'The day it left' })])
    expect(screen.getByText('The day it left')).toBeTruthy()
  })

  it('has 24 hours where the site’s format has', async () => {
    await showFields([
      when({ displayFormat: 'HH:mm' }),
      date('other', { label: 'Other', timeFormat: 'h:mm a' }),
    ])
    expect(screen.getAllByRole('spinbutton', { name: /^AM\/PM/ })).toHaveLength(1)
  })

  it('F57 that is typed begins at its minute: no seconds of when it was typed are stored', async () => {
    const { form } = await showFields([when({})])
    for (const [part, data] of [
      ['month', '11'],
      ['day', '23'],
      ['year', '2026'],
      ['hour', '1'],
      ['minute', '00'],
      ['AM/PM', 'a'],
    ] as const) {
      const typed = screen.getByRole('spinbutton', { name: new RegExp(`^${part}`) })
      fireEvent.focus(typed)
      for (const one of data) typeInto(typed, one)
    }
    expect(readTime(form.read('when'))).toMatch(/:00:00\.000Z$/)
  })

  it.each(['09:00', '21:00'])(
    'is typed in the half of the day that is shown, whatever the time is (%s)',
    async (time) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-20T${time}:00`) })
      const { form } = await showFields([when({})])
      for (const [part, data] of [
        ['month', '11'],
        ['day', '23'],
        ['year', '2026'],
        ['hour', '10'],
        ['minute', '30'],
      ] as const) {
        const typed = screen.getByRole('spinbutton', { name: new RegExp(`^${part}`) })
        fireEvent.focus(typed)
        for (const one of data) typeInto(typed, one)
      }
      expect(new Date(readTime(form.read('when'))).getHours()).toBe(10)
      expect(screen.getByRole('spinbutton', { name: /^AM/ }).textContent).toBe('AM')
    },
  )

  it('offers only the days that the site has, and two months where it says so', async () => {
    await showFields(
      [
        when({
          appearance: 'dayOnly',
          minDate: '2026-11-18T12:00:00.000Z',
          maxDate: '2026-11-21T12:00:00.000Z',
          monthsToShow: 2,
        }),
      ],
      { data: { when: '2026-11-20T12:00:00.000Z' } },
    )
    open(/calendar/)
    expect(screen.getAllByRole('grid')).toHaveLength(2)
    expect(days()).toEqual(['18', '19', '20', '21'])
  })

  it('offers only the months that the site has, in the years that it has', async () => {
    const { form } = await showFields(
      [
        when({
          appearance: 'monthOnly',
          minDate: '2025-11-01T12:00:00.000Z',
          maxDate: '2026-03-31T12:00:00.000Z',
        }),
      ],
      { data: { when: '2026-02-01T12:00:00.000Z' } },
    )
    const months = () => {
      fireEvent.click(screen.getByRole('button', { name: /^(?!Clear).*month$/ }))
      const all = screen.getAllByRole('option').map((one) => one.textContent)
      // Closed again with the one that is there.
      fireEvent.click(screen.getByRole('option', { name: 'February' }))
      return all
    }
    expect(months()).toEqual(['January', 'February', 'March'])
    const year = screen.getByRole('textbox', { name: 'year' })
    fireEvent.keyDown(year, { key: 'ArrowUp' })
    expect(form.read('when')).toBe('2026-02-01T12:00:00.000Z')
    fireEvent.keyDown(year, { key: 'ArrowDown' })
    expect(form.read('when')).toBe('2025-02-01T12:00:00.000Z')
    // The one that is there stays to be seen.
    expect(months()).toEqual(['February', 'November', 'December'])
  })

  it('offers times in the steps of the site; the day stays', async () => {
    const { form } = await showFields(
      [when({ timeIntervals: 360, timeFormat: 'HH.mm', minTime: '2026-01-01T05:00:00' })],
      { data: { when: at } },
    )
    open(/calendar/)
    const times = within(screen.getByRole('listbox', { name: 'Times' })).getAllByRole('option')
    expect(times.map((time) => time.textContent)).toEqual(['06.00', '12.00', '18.00'])
    fireEvent.click(times[2] ?? screen.getByRole('dialog'))
    const local = new Date(readTime(form.read('when')))
    expect([local.getDate(), local.getHours(), local.getMinutes()]).toEqual([new Date(at).getDate(), 18, 0])
  })

  it('a time alone is chosen from a list, too', async () => {
    const { form } = await showFields([when({ appearance: 'timeOnly', timeIntervals: 720 })], {
      data: { when: at },
    })
    open('Choose a time')
    fireEvent.click(
      within(screen.getByRole('listbox', { name: 'Times' })).getAllByRole('option')[1] ?? document.body,
    )
    expect(new Date(readTime(form.read('when'))).getHours()).toBe(12)
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('read-only it offers nothing', async () => {
    await showFields([when({ readOnly: true })], { data: { when: at } })
    expect(screen.queryByRole('button', { name: /calendar|Clear/ })).toBeNull()
  })
})

describe('a day that its month does not have', () => {
  const part = (type: string) => {
    const found = screen.getAllByRole('spinbutton').find((one) => one.dataset['type'] === type)
    if (found === undefined) throw new Error(`no ${type}`)
    return found
  }
  const type = (name: string, digits: string) => {
    act(() => part(name).focus())
    for (const digit of digits) typeInto(part(name), digit)
  }
  const leave = () => act(() => (document.activeElement as HTMLElement).blur())

  it.each(['dayOnly', 'dayAndTime'] as const)(
    'is said, and comes back with a year that has it: 29 February (%s)',
    async (appearance) => {
      const data = { when: '2027-01-14T12:00:00.000Z' }
      const { form } = await showFields([when({ appearance })], { data })
      type('day', '29')
      type('month', '2')
      leave()
      expect(form.read('when')).toMatch(/^2027-02-28T/)
      expect(screen.getByText('There is no 02/29/2027. The date is the last day of that month.')).toBeTruthy()
      type('year', '2028')
      leave()
      expect(form.read('when')).toMatch(/^2028-02-29T/)
      expect(screen.queryByText(/There is no/)).toBeNull()
    },
  )

  it('is meant no more once another day is chosen', async () => {
    const { form } = await showFields([when({})], { data: { when: '2027-01-31T12:00:00.000Z' } })
    type('month', '2')
    leave()
    expect(form.read('when')).toBe('2027-02-28T12:00:00.000Z')
    type('day', '27')
    type('month', '3')
    leave()
    expect(form.read('when')).toBe('2027-03-27T12:00:00.000Z')
    expect(screen.queryByText(/There is no/)).toBeNull()
  })
})

describe('the year of a date', () => {
  const part = (type: string) => {
    const found = screen.getAllByRole('spinbutton').find((one) => one.dataset['type'] === type)
    if (found === undefined) throw new Error(`no ${type}`)
    return found
  }
  const type = (name: string, digits: string) => {
    act(() => part(name).focus())
    for (const digit of digits) typeInto(part(name), digit)
  }
  const leave = () => act(() => (document.activeElement as HTMLElement).blur())
  const data = { when: '2026-02-23T12:00:00.000Z' }
  const SHORT = 'Type the year with four digits.'

  it.each([
    ['25', '2025-02-02T12:00:00.000Z'],
    ['05', '2005-02-02T12:00:00.000Z'],
    ['00', '2000-02-02T12:00:00.000Z'],
    ['49', '2049-02-02T12:00:00.000Z'],
    ['50', '1950-02-02T12:00:00.000Z'],
    ['0025', '0025-02-02T12:00:00.000Z'],
  ])('keeps a year of two digits in this century: %s (F95)', async (digits, stored) => {
    const { form } = await showFields([when({ appearance: 'dayOnly' })], { data: { when: null } })
    type('month', '02')
    type('day', '02')
    type('year', digits)
    leave()
    expect(form.read('when')).toBe(stored)
    expect(form.unreadable()).toEqual([])
  })

  it('expands two digits also before the time is typed (F95)', async () => {
    const { form } = await showFields([when({ appearance: 'dayAndTime' })], { data: { when: null } })
    type('month', '02')
    type('day', '02')
    type('year', '25')
    type('hour', '10')
    expect(part('year').textContent).toBe('2025')
    type('minute', '30')
    type('dayPeriod', 'a')
    expect(readTime(form.read('when'))).toMatch(/^2025-02-0/)
  })

  it('finds the leap day of a year of two digits (F95)', async () => {
    const { form } = await showFields([when({ appearance: 'dayOnly' })], { data })
    type('day', '29')
    type('year', '00')
    leave()
    expect(form.read('when')).toBe('2000-02-29T12:00:00.000Z')
    type('year', '25')
    leave()
    expect(form.read('when')).toBe('2025-02-28T12:00:00.000Z')
    expect(screen.getByText('There is no 02/29/2025. The date is the last day of that month.')).toBeTruthy()
  })

  it.each(['dayOnly', 'dayAndTime'] as const)(
    'keeps the value until four digits are typed, and what is typed as it is: %s (F95)',
    async (appearance) => {
      const { form, document } = await showFields([when({ appearance })], { data })
      act(() => part('year').focus())
      const texts = ['2', '0', '2', '5'].map((digit) => {
        typeInto(part('year'), digit)
        expect(screen.queryByText(SHORT)).toBeNull()
        return { text: form.getField('when').text?.slice(0, 10), stored: readTime(form.read('when')) }
      })
      const before = data.when
      expect(texts).toEqual([
        { text: '0002-02-23', stored: before },
        { text: '0020-02-23', stored: before },
        { text: '0202-02-23', stored: before },
        { text: undefined, stored: '2025-02-23T12:00:00.000Z' },
      ])
      expect(document.unreadable('en')).toEqual([])
    },
  )

  it.each(['2', '202'])('says that %s is no whole year, also after a restart (F95)', async (digits) => {
    const { form } = await showFields([when({ appearance: 'dayOnly' })], { data })
    type('year', digits)
    leave()
    expect(screen.getByText(SHORT)).toBeTruthy()
    const text = form.getField('when').text
    cleanup()
    const { form: again } = await showFields([when({ appearance: 'dayOnly', displayFormat: 'PPP' })], {
      data,
    })
    act(() => again.setText('when', text, { key: 'galley:inputs.date.shortYear' }))
    expect(part('year').textContent).toBe(digits)
    type('month', '3')
    leave()
    expect(again.read('when')).toBe(data.when)
    expect(again.unreadable()).toEqual(['when'])
    type('year', '2025')
    leave()
    expect(again.read('when')).toBe('2025-03-23T12:00:00.000Z')
    expect(again.unreadable()).toEqual([])
  })

  it('is typed again as it was, or stepped through, without being unfinished (F95)', async () => {
    const { form } = await showFields([when({ appearance: 'dayOnly' })], { data })
    type('year', '202')
    leave()
    type('year', '2026')
    expect(form.read('when')).toBe(data.when)
    expect(form.getField('when').text).toBeNull()
    fireEvent.keyDown(part('year'), { key: 'ArrowUp' })
    expect(form.read('when')).toBe('2027-02-23T12:00:00.000Z')
    // The last digit goes: the year is being typed again.
    act(() => part('year').focus())
    fireEvent.keyDown(part('year'), { key: 'Backspace' })
    expect(form.getField('when').text).toBe('0202-02-23')
    typeInto(part('year'), '8')
    expect(form.read('when')).toBe('2028-02-23T12:00:00.000Z')
  })

  it('of an early date stays as it is while another part is typed (F95)', async () => {
    const early = { when: '0025-02-23T12:00:00.000Z' }
    const { form } = await showFields([when({ appearance: 'dayOnly' })], { data: early })
    type('month', '3')
    leave()
    expect(form.read('when')).toBe('0025-03-23T12:00:00.000Z')
    type('year', '25')
    leave()
    expect(form.read('when')).toBe('2025-03-23T12:00:00.000Z')
  })

  it('of a month is a value with four digits, or with two as the input is left (F95)', async () => {
    const { form } = await showFields([when({ appearance: 'monthOnly' })], { data })
    const year = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'year' })
    const typeYear = (text: string) => {
      act(() => year().focus())
      fireEvent.change(year(), { target: { value: text } })
    }
    typeYear('20')
    expect([form.read('when'), form.getField('when').text]).toEqual([data.when, '20-02'])
    expect(screen.queryByText(SHORT)).toBeNull()
    typeYear('202')
    leave()
    expect(year().value).toBe('202')
    expect(screen.getByText(SHORT)).toBeTruthy()
    typeYear('05')
    leave()
    expect([form.read('when'), year().value]).toEqual(['2005-02-01T12:00:00.000Z', '2005'])
    typeYear('ab')
    leave()
    expect([form.read('when'), year().value]).toEqual(['2005-02-01T12:00:00.000Z', 'ab'])
    typeYear('')
    expect(form.read('when')).toBeNull()
  })

  it('of an early month stays as it is while the month is chosen, or nothing is touched (F95)', async () => {
    const early = { when: '0025-02-01T12:00:00.000Z' }
    const { form } = await showFields([when({ appearance: 'monthOnly' })], { data: early })
    const year = screen.getByRole<HTMLInputElement>('textbox', { name: 'year' })
    act(() => year.focus())
    leave()
    expect([form.changes(), year.value]).toEqual([[], '25'])
    fireEvent.click(screen.getByRole('button', { name: /^(?!Clear).*month$/ }))
    fireEvent.click(screen.getByRole('option', { name: 'March' }))
    expect(form.read('when')).toBe('0025-03-01T12:00:00.000Z')
  })

  it('of another calendar has the same hundred years (F95)', () => {
    const years = (calendar: Calendar) =>
      ['00', '49', '50', '99'].map((two) => yearOfTwoDigits(two, calendar))
    expect(years(new GregorianCalendar())).toEqual([2000, 2049, 1950, 1999])
    expect(years(new BuddhistCalendar())).toEqual([2500, 2549, 2550, 2499])
    expect(yearOfTwoDigits('202', new GregorianCalendar())).toBeNull()
  })

  it('is no value for whoever keeps no texts, until it is whole (F95)', async () => {
    const onChange = vi.fn<(iso: string | null) => void>()
    await renderInEnglish(<DateInput aria-label="When" value={data.when} onChange={onChange} />)
    type('year', '2')
    expect(onChange.mock.lastCall).toEqual([null])
  })
})

it.each(['dayOnly', 'dayAndTime', 'timeOnly'] as const)(
  'an empty date that may not be edited any more keeps the focus that is in it, and says that it is empty afterwards: %s',
  async (appearance) => {
    const { become } = await showFields([when({ appearance })], { data: { when: null } })
    const [first] = screen.getAllByRole('spinbutton')
    act(() => first?.focus())
    act(() => become({ scope: { mayWrite: () => false } }))
    expect(document.activeElement).toBe(first)
    act(() => first?.blur())
    expect(screen.getByText('No value')).toBeTruthy()
  },
)

describe('a date that may not be edited and has no value', () => {
  it.each(['dayOnly', 'dayAndTime', 'timeOnly', 'monthOnly'] as const)('says so: %s', async (appearance) => {
    await showFields([when({ readOnly: true, appearance })], { data: { when: null } })
    expect(screen.getByText('No value')).toBeTruthy()
    // There is nothing that says what could be typed.
    expect(screen.queryAllByRole('spinbutton')).toEqual([])
    expect(screen.queryByText('yyyy')).toBeNull()
  })
})

describe('a date with the time zone that is stored beside it', () => {
  const zone = select('when_tz', ['Pacific/Auckland', 'Europe/Oslo'], { label: 'Zone', hidden: true })

  it('is shown and formatted there', async () => {
    const fields = [when({ timezone: true, displayFormat: 'yyyy-MM-dd HH:mm' }), zone]
    await showFields(fields, { data: { when: at, when_tz: 'Pacific/Auckland' } })
    expect(screen.getByText('2026-11-20 21:30')).toBeTruthy()
  })

  it('a day is noon of that zone, as the web admin stores it', () => {
    const stored = '2026-11-19T23:00:00.000Z'
    const day = toPickerValue(stored, 'day', 'Pacific/Auckland', true)
    expect(day?.toString()).toBe('2026-11-20')
    expect(fromPickerValue(day, 'Pacific/Auckland')).toBe(stored)
    expect(fromPickerValue(day)).toBe('2026-11-20T12:00:00.000Z')
  })

  it('S5.26 (part) the zone is required where the date is, and where the site says so', async () => {
    const { form } = await showFields([when({ timezone: true, timezoneRequired: true }), zone], {
      data: { when: at },
    })
    act(() => void form.validate())
    expect(screen.getByText('A timezone is required.')).toBeTruthy()
    act(() => form.setField('when_tz', 'Europe/Oslo'))
    expect(form.validate()).toEqual([])
    expect(form.changes()).toEqual([set('when_tz', null, 'Europe/Oslo')])
  })
})

it('times are offered within their limits, on this computer’s clock', () => {
  expect(offeredTimes(480, { min: null, max: null })).toEqual([0, 480, 960])
  expect(offeredTimes(60, { min: '2026-01-01T09:30:00', max: '2026-01-01T11:00:00' })).toEqual([600, 660])
})

describe('F63 (part) the hour that is there twice', () => {
  const zone = select('when_tz', ['Europe/Berlin'], { label: 'Zone', hidden: true })
  const first = '2026-10-25T00:30:00.000Z'
  const second = '2026-10-25T01:30:00.000Z'
  const fields = (more: Partial<DateField> = {}) => [
    when({ appearance: 'dayAndTime', timezone: true, ...more }),
    zone,
  ]
  const shown = (value: string, more: Partial<DateField> = {}) =>
    showFields(fields(more), { data: { when: value, when_tz: 'Europe/Berlin' } })
  const reading = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
  const typeMinute = (minute: string) => {
    const part = screen.getByRole('spinbutton', { name: /^minute/ })
    fireEvent.focus(part)
    for (const data of minute) typeInto(part, data)
    fireEvent.blur(part)
  }

  it('has both readings to choose from, by their offset', async () => {
    const { form } = await shown(second)
    expect(reading(/GMT\+1, the second time/).checked).toBe(true)
    fireEvent.click(reading(/GMT\+2, the first time/))
    expect(form.read('when')).toBe(first)
    expect(reading(/GMT\+2/).checked).toBe(true)
  })

  it('another minute stays in the hour that was chosen; an hour that is there once asks nothing', async () => {
    const { form } = await shown(second)
    typeMinute('45')
    expect(form.read('when')).toBe('2026-10-25T01:45:00.000Z')
    fireEvent.keyDown(screen.getByRole('spinbutton', { name: /^hour/ }), { key: 'ArrowUp' })
    expect(form.read('when')).toBe('2026-10-25T02:45:00.000Z')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('is typed: the first one, and both are offered', async () => {
    const { form } = await shown('2026-10-24T00:30:00.000Z')
    expect(screen.queryByRole('radio')).toBeNull()
    const day = screen.getByRole('spinbutton', { name: /^day/ })
    fireEvent.focus(day)
    for (const data of '25') typeInto(day, data)
    expect(form.read('when')).toBe(first)
    fireEvent.click(reading(/the second time/))
    expect(form.read('when')).toBe(second)
  })

  it('of a time alone, too', async () => {
    const { form } = await shown(second, { appearance: 'timeOnly' })
    expect(reading(/GMT\+1/).checked).toBe(true)
    fireEvent.click(reading(/GMT\+2/))
    expect(form.read('when')).toBe(first)
  })

  it('is shown with its offset in the site’s format', async () => {
    await shown(second, { displayFormat: 'd.M. HH:mm' })
    expect(screen.getByText('25.10. 02:30 (GMT+1)')).toBeTruthy()
  })
})

describe('F63 (part) in the language of the window', () => {
  const inLanguage = async (language: string, fields: DateField[], data: JsonObject = { when: at }) => {
    const shown = await showFields(fields, {
      data,
      around: (content) => <LanguageProvider language={language}>{content}</LanguageProvider>,
    })
    await act(() => loadTranslator(language))
    return shown
  }

  it.each([
    ['ar', '\u0661\u0662'],
    ['fa', '\u06f1\u06f2'],
    ['th', '\u0e51\u0e52'],
    ['my', '\u1041\u1042'],
  ])('%s: digits of its own are typed, 0–9 are shown', async (language, digits) => {
    const { form } = await inLanguage(language, [when({ appearance: 'dayOnly' })], {
      when: '2026-11-20T12:00:00.000Z',
    })
    const [day] = screen.getAllByRole('spinbutton').filter((part) => part.textContent === '20')
    if (day === undefined) throw new Error('no day')
    fireEvent.focus(day)
    for (const data of digits) typeInto(day, data)
    expect(form.read('when')).toBe('2026-11-12T12:00:00.000Z')
    expect(day.textContent).toBe('12')
  })

  it('times are offered as the language counts hours, with 0–9, also where the field says “as usual there”', async () => {
    await inLanguage('ar', [when({ timeIntervals: 720, timeFormat: null })])
    fireEvent.click(screen.getAllByRole('button').at(-1) ?? document.body)
    const offered = within(screen.getByRole('listbox')).getAllByRole('option')
    expect(offered.map((one) => one.textContent)).toEqual(['12:00 ص', '12:00 م'])
    cleanup()
    await inLanguage('de', [when({ displayFormat: 'PPPp' })])
    expect(screen.getAllByRole('spinbutton')).toHaveLength(5)
  })

  it('the months have their names in Serbian, which Payload calls rs', async () => {
    await inLanguage('rs', [when({ appearance: 'monthOnly' })], { when: '2026-11-01T12:00:00.000Z' })
    expect(screen.getByRole('button', { name: /новембар/ })).toBeTruthy()
  })

  it.each(['en', 'ar', 'th', 'zh-TW'])(
    '%s: a field that nobody touches is never written',
    async (language) => {
      const looks = ['dayOnly', 'dayAndTime', 'timeOnly', 'monthOnly'] as const
      const fields = looks.map((appearance) => date(appearance, { appearance }))
      const odd = '2026-10-25T01:30:17.123Z'
      const { form } = await inLanguage(
        language,
        fields,
        Object.fromEntries(looks.map((name) => [name, odd])),
      )
      for (const part of [...screen.getAllByRole('spinbutton'), ...screen.getAllByRole('textbox')]) {
        fireEvent.focus(part)
        fireEvent.blur(part)
      }
      expect(form.changes()).toEqual([])
    },
  )
})
