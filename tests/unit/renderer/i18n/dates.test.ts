import { CalendarDateTime, parseAbsolute, toZoned } from '@internationalized/date'
import { enUS } from 'date-fns/locale/en-US'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_DATE_FORMAT,
  offsetName,
  writeAgo,
  writeDate,
  writeMoment,
} from '../../../../renderer/i18n/dates.ts'
import { languages } from '../../../../renderer/i18n/languages.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { DateShape } from '../../../../shared/fields/date/date-shape.ts'
import { tries } from '../../../support/tries.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]
const MINUTE = 60_000
/** The clocks in Berlin are set back then, from 3 to 2. */
const BACK = Date.UTC(2026, 9, 25, 1)
const MINUTES_OF_THE_YEARS = { min: Date.UTC(1990, 0) / MINUTE, max: Date.UTC(2040, 0) / MINUTE }

async function wordsOf(language: string, siteFormat = DEFAULT_DATE_FORMAT) {
  const { tag, dateLocale } = await loadTranslator(language)
  return { tag, dateLocale, siteFormat }
}
async function write(language: string, iso: string, shape: Partial<DateShape> = {}, siteFormat?: string) {
  const whole: DateShape = { parts: 'whole', pattern: null, timeZone: 'UTC' }
  return writeDate(iso, { ...whole, ...shape }, await wordsOf(language, siteFormat)).replaceAll(/\s/g, ' ')
}
const AFTERNOON = '2024-01-05T15:04:00Z'

describe('a date', () => {
  it('S9.23 is written as in the web admin', async () => {
    expect(await write('en', AFTERNOON)).toBe('January 5th 2024, 3:04 PM')
  })

  it('S8.11 is none: it throws', async () => {
    const words = await wordsOf('en')
    for (const pattern of [null, 'yyyy'])
      expect(() => writeDate('x', { parts: 'whole', pattern, timeZone: undefined }, words)).toThrow(
        new RangeError('Invalid time value'),
      )
  })

  it('U30 (part) is written in the order of the language, where the site has no format of its own', async () => {
    expect(await write('de', AFTERNOON)).toBe('5. Januar 2024 um 15:04')
    expect(await write('de', AFTERNOON, {}, 'yyyy-MM-dd HH:mm')).toBe('2024-01-05 15:04')
    expect(await write('ja', AFTERNOON)).toBe('2024年1月5日 15:04')
  })

  it('F63 (part) a time follows the language of the window', async () => {
    const time = (language: string) => write(language, AFTERNOON, { parts: 'time' })
    expect([await time('en'), await time('de'), await time('ko')]).toEqual(['3:04 PM', '15:04', '오후 3:04'])
  })

  it('has 0–9 also where the words of the language have digits of their own', async () => {
    expect(await write('bn-BD', AFTERNOON, { pattern: 'do MMMM yyyy' })).toMatch(/^5\D+ 2024$/)
  })

  it('F63 (part) of the hour that is there twice says which it is, wherever it says the hour', async () => {
    const [first, second] = [BACK - 30 * MINUTE, BACK + 30 * MINUTE].map((time) =>
      new Date(time).toISOString(),
    )
    const both = async (language: string, shape: Partial<DateShape>) =>
      Promise.all(
        [first, second].map((iso = '') => write(language, iso, { timeZone: 'Europe/Berlin', ...shape })),
      )
    expect(await both('en', {})).toEqual([
      'October 25th 2026, 2:30 AM (GMT+2)',
      'October 25th 2026, 2:30 AM (GMT+1)',
    ])
    expect(await both('de', { parts: 'time' })).toEqual(['02:30 (GMT+2)', '02:30 (GMT+1)'])
    expect(await both('fr', { pattern: 'HH:mm' })).toEqual(['02:30 (UTC+2)', '02:30 (UTC+1)'])
    // A format with an offset has it once; one without an hour needs none.
    expect(await both('en', { pattern: 'H:mm xxx' })).toEqual(['2:30 +02:00', '2:30 +01:00'])
    expect(await both('en', { parts: 'day' })).toEqual(['October 25, 2026', 'October 25, 2026'])
    expect(await both('en', { pattern: "d.M. 'h'" })).toEqual(['25.10. h', '25.10. h'])
  })

  it('an hour before and after the doubled one, the offset is nobody’s concern', async () => {
    const near = [BACK - 61 * MINUTE, BACK + 61 * MINUTE].map((time) => new Date(time).toISOString())
    for (const iso of near) expect(await write('de', iso, { timeZone: 'Europe/Berlin' })).not.toContain('GMT')
  })
})

describe('a moment in its short form', () => {
  const now = new Date(2026, 10, 28, 12).getTime()
  const moment = async (language: string, at: Date, siteFormat?: string) =>
    writeMoment(at.toISOString(), now, await wordsOf(language, siteFormat))
      .replaceAll(/\s/g, ' ')
      .replaceAll(/[\u200e\u200f]/g, '')
  const today = new Date(2026, 10, 28, 1, 23)
  const before = new Date(2026, 9, 22, 15, 4)
  const longAgo = new Date(2025, 9, 22, 15, 4)

  it.each([
    ['en', '1:23 AM', 'Oct 22, 3:04 PM', 'Oct 22, 2025, 3:04 PM'],
    ['de', '01:23', '22. Okt., 15:04', '22.10.2025, 15:04'],
    ['fr', '01:23', '22 oct., 15:04', '22 oct. 2025, 15:04'],
    ['ar', '1:23 ص', '22 أكتوبر، 3:04 م', '22‏/10‏/2025، 3:04 م'.replaceAll(/[\u200e\u200f]/g, '')],
  ])(
    'U50 (part) has of today the time alone, and of this year no year, in %s',
    async (language, ...texts) => {
      expect([
        await moment(language, today),
        await moment(language, before),
        await moment(language, longAgo),
      ]).toEqual(texts)
    },
  )

  it('is written in the site’s own format only of other years, and only if that has an hour', async () => {
    const written = (siteFormat: string) =>
      Promise.all([today, before, longAgo].map((at) => moment('de', at, siteFormat)))
    expect(await written('yyyy-MM-dd HH:mm')).toEqual(['01:23', '22. Okt., 15:04', '2025-10-22 15:04'])
    expect(await written('yyyy-MM-dd HH:mm xxx')).toEqual([
      '01:23',
      '22. Okt., 15:04',
      expect.stringMatching(/^2025-10-22 15:04 [+-]/),
    ])
    expect(await written('dd.MM.yyyy')).toEqual(['01:23', '22. Okt., 15:04', '22.10.2025, 15:04'])
    expect(await written("dd.MM.yyyy 'Heft'")).toEqual(['01:23', '22. Okt., 15:04', '22.10.2025, 15:04'])
  })
})

describe('a format that names the month before the day', () => {
  it('U50 (part) is an English one: other languages write the same parts in their order', async () => {
    const pattern = 'MMM d, yyyy'
    expect(await write('en', AFTERNOON, { pattern })).toBe('Jan 5, 2024')
    expect(await write('de', AFTERNOON, { pattern })).toBe('5. Jan. 2024')
    expect(await write('fr', AFTERNOON, { pattern: 'MMMM do yyyy, h:mm a' })).toBe('5 janvier 2024 à 15:04')
  })

  it('is left as it is where it says more than parts of a date, and so is any other', async () => {
    expect(await write('de', AFTERNOON, { pattern: "MMM d 'um' H" })).toBe('Jan. 5 um 15')
    expect(await write('de', AFTERNOON, { pattern: 'dd/MM/yyyy' })).toBe('05/01/2024')
    expect(await write('de', AFTERNOON, { pattern: 'MMMM yyyy' })).toBe('Januar 2024')
  })
})

describe('how long ago something was', () => {
  const now = Date.parse(AFTERNOON)
  const ago = (minutes: number, tag = 'en-US') =>
    writeAgo(new Date(now - minutes * MINUTE).toISOString(), now, tag)

  it('U30 (part) is said in the unit that says it shortest, after a week by the day', () => {
    expect([0.5, 1, 59, 60, 180, 24 * 60, 47 * 60].map((minutes) => ago(minutes))).toEqual([
      'now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '3 hours ago',
      '1 day ago',
      '1 day ago',
    ])
    expect(ago(7 * 24 * 60)).toBe('Dec 29, 2023')
    const inYear = writeAgo('2024-01-05T15:04:00Z', Date.parse('2024-03-01T00:00:00Z'), 'en-US')
    expect(inYear).toBe('Jan 5')
  })

  it('is now where the server’s clock is ahead', () => expect(ago(-90)).toBe('now'))

  it('is said in the language, with 0–9', () => {
    expect([ago(180, 'de'), ago(180, 'ar-u-ca-gregory-nu-latn')]).toEqual(['vor 3 Stunden', 'قبل 3 ساعات'])
  })
})

/** Returns a parser for a formatter's output: its month names and parts of the day, in its order. */
function readerOf(tag: string) {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const partOf = (time: number, wanted: string) =>
    format.formatToParts(time).find(({ type }) => type === wanted)?.value ?? ''
  const months = Array.from({ length: 12 }, (_, month) => partOf(Date.UTC(2026, month, 15, 3), 'month'))
  // Midnight and noon can have words of their own.
  const halfHours = Array.from({ length: 48 }, (_, half) => Date.UTC(2026, 0, 15) + half * 30 * MINUTE).map(
    (time) => `${partOf(time, 'dayPeriod')} ${Number(partOf(time, 'hour'))}`,
  )
  const shape = format.formatToParts(Date.UTC(2026, 10, 15, 15, 4))
  const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const pattern = shape.map(({ type, value }) => {
    if (type === 'literal' || type === 'era') return escaped(value).replaceAll(/\s/g, ' ')
    if (/^\d+$/.test(value)) return `(?<${type}>\\d+)`
    // The name of a month can contain its number.
    return type === 'month' ? '(?<month>.+?)' : `(?<${type}>\\D+?)`
  })
  const whole = new RegExp(`^${pattern.join('')}(?: \\((?<offset>.+)\\))?$`, 'u')
  return (text: string): { local: CalendarDateTime; offset: string | null } | null => {
    const { groups } = whole.exec(text.replaceAll(/\s/g, ' ')) ?? {}
    if (groups === undefined) return null
    const number = (part: string) => Number(groups[part])
    const hour = Math.floor(halfHours.indexOf(`${groups['dayPeriod'] ?? ''} ${number('hour')}`) / 2)
    const month = months.indexOf(groups['month'] ?? '') + 1 || number('month')
    return {
      local: new CalendarDateTime(number('year'), month, number('day'), hour, number('minute')),
      offset: groups['offset'] ?? null,
    }
  }
}

describe.each(Object.entries(languages))('F63 (part) in %s', (language, { tag }) => {
  it('each minute that is written in a zone is read again', () => {
    // English uses the web admin's format by default; this is the language's own.
    const siteFormat = language === 'en' ? "MMMM d, yyyy 'at' h:mm a" : DEFAULT_DATE_FORMAT
    const words = { tag, dateLocale: enUS, siteFormat }
    const read = readerOf(words.tag)
    const nearChange = fc.integer({ min: -180, max: 180 }).map((minutes) => BACK + minutes * MINUTE)
    const any = fc.integer(MINUTES_OF_THE_YEARS).map((minutes) => minutes * MINUTE)
    fc.assert(
      fc.property(fc.oneof(nearChange, any), fc.constantFrom(...ZONES), (time, timeZone) => {
        const iso = new Date(time).toISOString()
        const text = writeDate(iso, { parts: 'whole', pattern: null, timeZone }, words)
        const said = read(text)
        if (said === null) throw new Error(`not read: ${text}`)
        const readings = (['earlier', 'later'] as const)
          .map((which) => toZoned(said.local, timeZone, which).toAbsoluteString())
          .filter(
            (one) => said.offset === null || offsetName(new Date(one), words.tag, timeZone) === said.offset,
          )
        expect([...new Set(readings)]).toEqual([parseAbsolute(iso, timeZone).toAbsoluteString()])
      }),
      tries(60),
    )
  })
})
