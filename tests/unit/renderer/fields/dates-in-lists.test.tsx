import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ListCell } from '../../../../renderer/fields/document-columns/list-cell.tsx'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { DateField } from '../../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { dateShape } from '../../../../shared/fields/date/date-shape.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { collection, date, group, select, text } from '../../shared/build-fields.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

/* Dates outside of their input are written as there: in their zone, in the site's format, in the parts that are asked for. */

afterEach(cleanup)

function Cell({ field, data }: { field: DateField; data: JsonObject }) {
  const words = useT()
  const zone = select(`${field.name}_tz`, ['Asia/Tokyo', 'No/Where'])
  const entity = collection([text('title'), field, zone, group('meta', [field, zone])])
  const path = 'on' in data ? 'on' : 'meta.on'
  const column = { kind: 'field', path, node: field, label: null, sortable: true, width: 'date' } as const
  const row: ListRow = {
    ref: makeRef('collection', 'posts', '1'),
    data,
    updatedAt: null,
    isNew: false,
    status: null,
    state: { kind: 'saved' },
    complete: true,
  }
  const context = {
    ...valueContext(),
    t: words.t,
    ...words.valueWords,
    collection: entity,
    locale: null,
    fallbackLocale: null,
    columnLabel: () => '',
  }
  return <ListCell row={row} column={column} context={context} />
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
  expect(await say({ displayFormat: 'YYYY-nonsense' }, { on: noon })).toMatch(/^November 2[01]\w\w 2026, /)
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
  expect(await say({ appearance: 'dayOnly' }, { on: noon })).toBe('November 20th, 2026')
  expect(await say({ appearance: 'monthOnly' }, { on: noon })).toBe('November 2026')
  expect(await say({ appearance: 'timeOnly', timezone: true }, { on: noon, on_tz: 'Asia/Tokyo' })).toBe(
    '9:00 PM',
  )
})
