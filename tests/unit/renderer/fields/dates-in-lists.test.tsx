import { cleanup } from '@testing-library/react'
import { format } from 'date-fns/format'
import { afterEach, expect, it } from 'vitest'
import type { CellContext } from '../../../../renderer/fields/document-columns/use-cell-context.ts'
import { ListCell } from '../../../../renderer/fields/document-columns/list-cell.tsx'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, DateField } from '../../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { dateShape } from '../../../../shared/fields/date/date-shape.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { collection, date, group, select, text } from '../../shared/build-fields.ts'
import { sampleDates, writeDate } from '../../../../renderer/i18n/dates.ts'
import { de, ko, vi } from 'date-fns/locale'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

/* Dates outside of their input are written as there: in their zone, in the site's format, in the parts that are asked for. */

afterEach(cleanup)

const rowOf = (data: JsonObject): ListRow => ({
  ref: makeRef('collection', 'posts', '1'),
  data,
  updatedAt: null,
  isNew: false,
  status: null,
  state: { kind: 'saved' },
  complete: true,
})
function useCells(entity: Collection): CellContext {
  const { t, valueWords } = useT()
  return {
    ...valueContext(),
    t,
    ...valueWords,
    collection: entity,
    locale: null,
    fallbacks: [],
    columnLabel: () => '',
    picture: null,
    isReading: false,
  }
}
function Cell({ field, data }: { field: DateField; data: JsonObject }) {
  const zone = select(`${field.name}_tz`, ['Asia/Tokyo', 'No/Where'])
  const entity = collection([text('title'), field, zone, group('meta', [field, zone])])
  const path = 'on' in data ? 'on' : 'meta.on'
  const column = {
    kind: 'field',
    path,
    node: field,
    label: null,
    around: [],
    sortable: true,
    width: 'field',
  } as const
  return <ListCell row={rowOf(data)} column={column} context={useCells(entity)} />
}
function Written({ at }: { at: string }) {
  const column = { kind: 'updated', path: 'updatedAt', sortable: true } as const
  return <ListCell row={rowOf({ updatedAt: at })} column={column} context={useCells(collection([]))} />
}
const say = async (more: Partial<DateField>, data: JsonObject) =>
  (await renderInEnglish(<Cell field={date('on', more)} data={data} />)).container.textContent

const NIGHT = '2026-11-20T01:00:00.000Z'

it('F63 (part) a time is written in the zone that is stored beside it, in a group, too', async () => {
  const zoned = { timezone: true, displayFormat: 'yyyy-MM-dd HH:mm' }
  expect(await say(zoned, { on: NIGHT, on_tz: 'Asia/Tokyo' })).toBe('2026-11-20 10:00')
  expect(await say(zoned, { meta: { on: NIGHT, on_tz: 'Asia/Tokyo' } })).toBe('2026-11-20 10:00')
  // One that this computer does not know is none.
  const here = new Date(NIGHT).getHours()
  expect(await say(zoned, { on: NIGHT, on_tz: 'No/Where' })).toContain(`${String(here).padStart(2, '0')}:00`)
})

it('F63 (part) the format of the field goes before the one of the site, unless it is none', async () => {
  const noon = '2026-11-20T12:00:00.000Z'
  expect(await say({ displayFormat: 'd.M.yy', appearance: 'dayOnly' }, { on: noon })).toBe('20.11.26')
  expect(await say({ displayFormat: 'YYYY-nonsense' }, { on: noon })).toMatch(/^Nov 2[01], 2026, /)
})

it('F63 (part) a day without a zone of its own is that day wherever this computer stands', () => {
  const zoneOf = (appearance: DateField['appearance'], iso: string, zone?: string) =>
    dateShape(date('on', { appearance }), iso, zone).timeZone
  const noon = '2026-11-20T12:00:00.000Z'
  expect([zoneOf('dayOnly', noon), zoneOf('monthOnly', noon)]).toEqual(['UTC', 'UTC'])
  expect(zoneOf('dayOnly', '2026-11-20T08:30:00.000Z')).toBeUndefined()
  expect([zoneOf('dayAndTime', noon), zoneOf('timeOnly', noon)]).toEqual([undefined, undefined])
  expect(zoneOf('dayOnly', noon, 'Asia/Tokyo')).toBe('Asia/Tokyo')
})

it('F63 (part) only the parts are written that a person chooses', async () => {
  const noon = '2026-11-20T12:00:00.000Z'
  expect(await say({ appearance: 'dayOnly' }, { on: noon })).toBe('Nov 20, 2026')
  expect(await say({ appearance: 'monthOnly' }, { on: noon })).toBe('Nov 2026')
  expect(await say({ appearance: 'timeOnly', timezone: true }, { on: noon, on_tz: 'Asia/Tokyo' })).toBe(
    '9:00 PM',
  )
})

it('F63 (part) when a document was written is said by how long ago it was; whoever points or listens has the whole date', async () => {
  const at = new Date(Date.now() - 3 * 60 * 60_000 - 1000).toISOString()
  const { container } = await renderInEnglish(<Written at={at} />)
  const time = container.querySelector('time')
  expect(time?.querySelector('bdi')?.textContent).toBe('3 hours ago')
  const whole = format(new Date(at), 'MMMM do yyyy, h:mm a')
  expect(time?.textContent).toBe(`3 hours ago (${whole})`)
  expect(time?.getAttribute('data-tooltip')).toBe(whole)
})

it.each([
  ['de', de],
  ['ko', ko],
  ['vi', vi],
])(
  'a column has a sample for each day of the week in each month, where a date has its name (%s)',
  (tag, dateLocale) => {
    const pattern = 'EEEE, d MMMM yyyy'
    const shape = { parts: 'day', pattern, timeZone: undefined } as const
    const samples = sampleDates((iso) => writeDate(iso, shape, { tag, dateLocale, siteFormat: pattern }))
    for (let day = new Date(2026, 0, 1); day.getFullYear() === 2026; day.setDate(day.getDate() + 1)) {
      const [weekday, month] = [
        format(day, 'EEEE', { locale: dateLocale }),
        format(day, 'MMMM', { locale: dateLocale }),
      ]
      expect(samples.some((one) => one.includes(weekday) && one.includes(` ${month} `))).toBe(true)
    }
  },
)

it('a column of dates without a day of the week has one sample a month', () => {
  expect(sampleDates((iso) => iso.slice(0, 10))).toHaveLength(12)
})
