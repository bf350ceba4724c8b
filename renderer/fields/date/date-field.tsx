import { useMemo, useState } from 'react'
import type { DateField } from '../../../shared/cms/schema-model.ts'
import { date as type } from '../../../shared/fields/date/date.ts'
import { dateShape, isWritableDate, knownZone } from '../../../shared/fields/date/date-shape.ts'
import { useField, useForm } from '../../form/form-context.tsx'
import { sampleDates } from '../../i18n/dates.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import type { DateInputProps } from '../../ui/date-input/date-input-props.ts'
import { offeredTimes } from '../../ui/date-input/date-value.ts'
import { MonthInput } from '../../ui/date-input/month-input.tsx'
import { TimeInput } from '../../ui/date-input/time-input.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { FieldInputProps, ValueFieldModule, FieldCellProps } from '../field-module.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import { NoValue } from '../not-editable/not-editable.tsx'
import styles from './date-field.module.css'
import type { TextContext } from '../../../shared/fields/field-type.ts'
import { CellText } from '../cell-text.tsx'

/** The list cell of a date; blank without one (A.4). */
function DateCell({ field, value, context }: FieldCellProps<DateField>) {
  const text = type.text(field, value, inShort(context))
  return text === '' ? null : <CellText text={text} field={field} context={context} figures />
}

/** Returns a context that formats dates in the short form, for which lists have room. */
function inShort<Context extends TextContext>(context: Context): Context {
  return {
    ...context,
    formatDate: (iso, shape) => context.formatDate(iso, shape && { ...shape, isShort: true }),
  }
}

/** The input for a date in the parts that the site asks for, in the time zone stored with it if there is one. */
function DateFieldInput({ field, path }: FieldInputProps<DateField>) {
  const { formatDate } = useT()
  const form = useForm()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  const zone = useTimeZone(field, path)
  const { timeIntervals, minTime, maxTime, timeFormat, displayFormat } = field
  const times = useMemo(
    () => ({ minutes: offeredTimes(timeIntervals, { min: minTime, max: maxTime }), format: timeFormat }),
    [timeIntervals, minTime, maxTime, timeFormat],
  )
  const value = typeof control.value === 'string' ? control.value : null
  const resting = restingText(field, value, { placeholder, zone: zone?.value, formatDate })
  const [isInYear, setInYear] = useState(false)
  // A year of fewer than four digits is only an error after blur.
  const isTypingYear = isInYear && control.text !== null
  const shared = {
    id,
    value,
    onChange: control.setValue,
    unfinished: control.text,
    onUnfinished: (text: string) => form.setText(path, text, { key: 'galley:inputs.date.shortYear' }),
    onBlur: control.onBlur,
    readOnly,
    invalid: invalid && !isTypingYear,
    required: field.required,
    timeZone: zone?.value,
    resting,
    hourCycle: hourCycleOf(timeFormat ?? displayFormat),
    times,
    minDate: field.minDate,
    maxDate: field.maxDate,
    monthsToShow: field.monthsToShow,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy,
  }
  // If it becomes read-only while it has the focus, the input stays.
  const [isFocused, setFocused] = useState(false)
  const input =
    readOnly && value === null && !isFocused ? (
      <NoValue />
    ) : (
      <DateOfAppearance appearance={field.appearance} {...shared} />
    )
  const focusable = (
    <div
      className={styles['input']}
      onFocus={({ target }) => {
        setFocused(true)
        setInYear(isYear(target))
      }}
      onBlur={() => {
        setFocused(false)
        setInYear(false)
      }}
    >
      {input}
    </div>
  )
  return (
    <FieldFrame {...frame} {...(isTypingYear && { error: null, state: 'edited' })} group>
      {zone === null ? (
        focusable
      ) : (
        <div className={styles['zoned']}>
          {focusable}
          <TimeZoneSelect
            path={zone.path}
            options={zone.options}
            readOnly={readOnly}
            required={field.required || field.timezoneRequired}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** Returns the text shown while the input is not edited; null: the input's own. */
function restingText(
  field: DateField,
  value: string | null,
  {
    placeholder,
    zone,
    formatDate,
  }: { placeholder: string | undefined; zone: string | undefined; formatDate: UseT['formatDate'] },
): string | null {
  if (value === null) return placeholder ?? null
  return field.displayFormat === null ? null : formatDate(value, dateShape(field, value, zone))
}

type AppearanceProps = DateInputProps & { appearance: DateField['appearance'] }

/** The input for the parts of the date that the site asks for. */
function DateOfAppearance({ appearance, ...shared }: AppearanceProps) {
  if (appearance === 'timeOnly') return <TimeInput {...shared} />
  if (appearance === 'monthOnly') return <MonthInput {...shared} />
  return <DateInput {...shared} granularity={appearance === 'dayOnly' ? 'day' : 'minute'} />
}

/** True for the year segment of a date, or the input of a month that has the year. */
function isYear(element: Element): boolean {
  return element.matches('[data-type="year"], [id$="-year"]')
}

/** Returns the hour cycle of a date-fns format; null for the language's own, or a format without hours. */
function hourCycleOf(format: string | null): 12 | 24 | null {
  const tokens = format?.replaceAll(/'[^']*'/g, '') ?? ''
  if (/[Hk]/.test(tokens)) return 24
  return /[hK]/.test(tokens) ? 12 : null
}

type Zone = { path: string; value: string | undefined; options: { value: string; label: string }[] }

/** Returns the field that holds this one's time zone; null if there is none. */
function useTimeZone(field: DateField, path: string): Zone | null {
  const { label } = useT()
  const zonePath = `${path}_tz`
  const sibling = useForm().resolve(zonePath)?.field
  const { value } = useField(zonePath)
  if (!field.timezone || sibling?.type !== 'select') return null
  return {
    path: zonePath,
    value: knownZone(value),
    options: sibling.options.map((option) => ({ value: option.value, label: label(option.label) })),
  }
}

type ZoneSelectProps = { path: string; options: Zone['options']; readOnly: boolean; required: boolean }

function TimeZoneSelect({ path, options, readOnly, required }: ZoneSelectProps) {
  const { t } = useT()
  const { value, setValue, onBlur } = useField(path)
  return (
    <Select
      label={t('general:timezone')}
      options={options}
      value={typeof value === 'string' ? value : null}
      onChange={setValue}
      onBlur={onBlur}
      readOnly={readOnly}
      required={required}
      clearable={!required}
      placeholder={t('general:timezone')}
    />
  )
}

export const date: ValueFieldModule<DateField> = {
  Input: DateFieldInput,
  edits: (_field, value) => value === null || (typeof value === 'string' && isWritableDate(value)),
  Cell: DateCell,
  column: {
    sortable: () => true,
    samples: (field, context) => sampleDates((iso) => type.text(field, iso, inShort(context))),
  },
}
