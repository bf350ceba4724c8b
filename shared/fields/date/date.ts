import { read, readNumber, readObject, readText } from '../../cms/read-value.ts'
import type { DateField } from '../../cms/schema-model.ts'
import { own, sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import type { TextContext, ValueFieldType } from '../field-type.ts'
import { orderOperators } from '../operators.ts'
import { isBlank, plainText, plainValue, required } from '../value-rules.ts'
import { dateShape, isWritableDate, knownZone } from './date-shape.ts'

export const date: ValueFieldType<DateField> = {
  ...plainValue,
  parse(raw, named) {
    const settings = readObject(readObject(raw['admin'])['date'])
    return {
      ...named,
      type: 'date',
      appearance: readAppearance(settings['pickerAppearance']),
      displayFormat: readText(settings['displayFormat']),
      timeFormat: readText(settings['timeFormat']),
      timeIntervals: readIntervals(settings['timeIntervals']),
      minDate: readTime(settings['minDate']),
      maxDate: readTime(settings['maxDate']),
      minTime: readTime(settings['minTime']),
      maxTime: readTime(settings['maxTime']),
      monthsToShow: settings['monthsToShow'] === 2 ? 2 : 1,
      timezone: Boolean(raw['timezone']),
      timezoneRequired: read(raw['timezone'], 'required') === true,
    }
  },
  validate(field, value, { siblings }) {
    const zone = siblings === undefined || own(siblings, `${field.name}_tz`)
    if (!value) {
      if (field.required) return required
      return field.timezoneRequired && !zone ? { key: 'validation:timezoneRequired' } : null
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (Number.isNaN(Date.parse(text))) return { key: 'validation:notValidDate', vars: { value: text } }
    const needsZone = field.timezone && (field.required || field.timezoneRequired)
    return needsZone && !zone ? { key: 'validation:timezoneRequired' } : null
  },
  fits: (_field, value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  /** The same instant may be written in several ways. */
  equal: (_field, a, b) => (isBlank(a) ? isBlank(b) : sameJson(instant(a), instant(b))),
  text: (field, value, context) =>
    typeof value === 'string' && isWritableDate(value)
      ? context.formatDate(value, dateShape(field, value, zoneBeside(field, context)))
      : plainText(value),
  operators: () => orderOperators,
  filterValue: 'date',
}

function zoneBeside({ name, timezone }: DateField, { beside }: TextContext): string | undefined {
  return timezone ? knownZone(beside?.(`${name}_tz`)) : undefined
}

function readAppearance(value: unknown): DateField['appearance'] {
  return value === 'dayAndTime' || value === 'timeOnly' || value === 'monthOnly' ? value : 'dayOnly'
}

const DEFAULT_INTERVAL = 30
const DAY_MINUTES = 24 * 60

function readIntervals(value: unknown): number {
  const minutes = Math.round(readNumber(value) ?? DEFAULT_INTERVAL)
  return minutes >= 1 && minutes <= DAY_MINUTES ? minutes : DEFAULT_INTERVAL
}

/** Reads a time of the site's config, where a Date was sent as text; null: the value is no time. */
function readTime(value: unknown): string | null {
  const text = readText(value)
  return text === null || Number.isNaN(Date.parse(text)) ? null : text
}

/** Milliseconds of a date; other values stay as they are. */
function instant(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value
  const time = Date.parse(value)
  return Number.isNaN(time) ? value : time
}
