import { useId, useState, type ReactNode } from 'react'
import { isNumericText } from '../../../shared/cms/where.ts'
import type { DateField } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'
import { arityOf } from '../../../shared/lists/filter-form.ts'
import { momentOf, relativeDate, type RelativeDate } from '../../../shared/lists/relative-date.ts'
import { writeRelative } from '../../i18n/dates.ts'
import { useT } from '../../i18n/use-t.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { MonthInput } from '../../ui/date-input/month-input.tsx'
import { TimeInput } from '../../ui/date-input/time-input.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import { Select, type SelectOptionSpec } from '../../ui/select/select.tsx'
import { TagInput } from '../../ui/tag-input/tag-input.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { storedStatusWord } from '../../ui/status-dot/status-words.ts'
import { useNumbers } from '../number/number-field.tsx'
import { FilterDocuments, type FilterValueProps } from './filter-documents.tsx'
import styles from './filter.module.css'

/** The input for the value of a rule, by the field's type. */
export function FilterValue(props: FilterValueProps) {
  const { field, operator } = props
  const many = arityOf(operator) === 'many'
  if (arityOf(operator) === 'presence' || field.value === 'tick') return <TickValue {...props} />
  switch (field.value) {
    case 'number':
      return many ? <Numbers {...props} /> : <OneNumber {...props} />
    case 'date':
      return field.field.type === 'date' ? <OneDate {...props} date={field.field} many={many} /> : null
    case 'choice':
      return <Choice {...props} many={many} />
    case 'document':
      return <FilterDocuments {...props} many={many} />
    default:
      return many ? <Texts {...props} /> : <OneText {...props} />
  }
}

const textsIn = (value: Json): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const listOf = (texts: readonly string[]): Json => (texts.length === 0 ? null : [...new Set(texts)])
const textIn = (value: Json): string | null => (typeof value === 'string' ? value : null)
const itself = (text: string): string => text
const trimmed = (text: string): string => text.trim()

function OneText({ id, value, onChange }: FilterValueProps) {
  const { t } = useT()
  return (
    <TextInput
      id={id}
      value={textIn(value) ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      placeholder={t('general:enterAValue')}
      spellCheck={false}
      aria-labelledby={`${id}-label`}
    />
  )
}

function Texts({ id, value, onChange }: FilterValueProps) {
  const { t } = useT()
  return (
    <TagInput
      id={id}
      items={textsIn(value)}
      parse={trimmed}
      format={itself}
      onChange={(texts) => onChange(listOf(texts))}
      onCommit={nothing}
      readOnly={false}
      invalid={false}
      required={false}
      placeholder={t('general:enterAValue')}
      aria-labelledby={`${id}-label`}
    />
  )
}

function OneNumber({ id, value, onChange }: FilterValueProps) {
  const { t } = useT()
  const [unread, setUnread] = useState<string | null>(null)
  return (
    <NumberBox unread={unread}>
      {(describedBy) => (
        <NumberInput
          id={id}
          value={isNumericText(value) ? Number(value) : null}
          text={unread}
          onChange={(next, text) => {
            setUnread(next === null && text.trim() !== '' ? text : null)
            onChange(next === null ? null : String(next))
          }}
          invalid={unread !== null}
          placeholder={t('general:enterAValue')}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
        />
      )}
    </NumberBox>
  )
}

function Numbers({ id, value, onChange }: FilterValueProps) {
  const { t } = useT()
  const { parse, write } = useNumbers()
  const [unread, setUnread] = useState<string | null>(null)
  return (
    <NumberBox unread={unread}>
      {(describedBy) => (
        <TagInput
          id={id}
          items={textsIn(value).map(Number)}
          parse={parse}
          format={write}
          text={unread}
          onChange={(numbers) => {
            setUnread(null)
            onChange(listOf(numbers.map(String)))
          }}
          onText={(text) => setUnread(text === '' ? null : text)}
          onCommit={nothing}
          readOnly={false}
          invalid={unread !== null}
          required={false}
          placeholder={t('general:enterAValue')}
          dir="ltr"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
        />
      )}
    </NumberBox>
  )
}

/** Shows the error of typed text that is no number, which is not part of the filter. */
function NumberBox({
  unread,
  children,
}: {
  unread: string | null
  children: (describedBy: string | undefined) => ReactNode
}) {
  const { t } = useT()
  const { whyNot } = useNumbers()
  const id = useId()
  const error = unread === null ? null : whyNot(unread)
  return (
    <div className={styles['value']}>
      {children(error === null ? undefined : id)}
      {error !== null && (
        <p id={id} role="status" className={styles['error']}>
          {t(error.key, error.vars)}
        </p>
      )}
    </div>
  )
}

type DateProps = FilterValueProps & { date: DateField; many: boolean }

function OneDate(props: DateProps) {
  const moving = relativeDate(props.operator, props.value)
  return moving === null ? <FixedDate {...props} /> : <MovingDate {...props} moving={moving} />
}

/** A relative date, shown as its present moment; an edit makes it absolute. */
function MovingDate({ moving, ...props }: DateProps & { moving: RelativeDate }) {
  const { t, tag } = useT()
  const id = useId()
  const [now] = useState(() => new Date())
  return (
    <div className={styles['value']}>
      <FixedDate {...props} value={momentOf(moving, now).toISOString()} describedBy={id} />
      <p id={id} className={styles['moving']}>
        {t('galley:filters.always', { date: writeRelative(moving, tag) })}
      </p>
    </div>
  )
}

function FixedDate({ id, value, onChange, date, many, describedBy }: DateProps & { describedBy?: string }) {
  const one = many ? (textsIn(value)[0] ?? null) : textIn(value)
  const shared = {
    id,
    value: one,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    onChange: (iso: string | null) => onChange(iso === null ? null : many ? [iso] : iso),
    'aria-labelledby': `${id}-label`,
  }
  if (date.appearance === 'timeOnly') return <TimeInput {...shared} />
  if (date.appearance === 'monthOnly') return <MonthInput {...shared} />
  return <DateInput {...shared} granularity={date.appearance === 'dayOnly' ? 'day' : 'minute'} />
}

function TickValue({ id, value, onChange }: FilterValueProps) {
  const { t } = useT()
  return (
    <Select
      id={id}
      aria-labelledby={`${id}-label`}
      options={[
        { value: 'true', label: t('general:true') },
        { value: 'false', label: t('general:false') },
      ]}
      value={textIn(value)}
      onChange={onChange}
    />
  )
}

function Choice({ id, field, value, onChange, many }: FilterValueProps & { many: boolean }) {
  const options = useChoiceOptions(field)
  const shared = { id, 'aria-labelledby': `${id}-label`, options }
  return many ? (
    <Select
      {...shared}
      multiple
      value={textsIn(value)}
      onChange={(texts) => onChange(listOf(texts))}
      sortable={false}
    />
  ) : (
    <Select {...shared} value={textIn(value)} onChange={onChange} />
  )
}

function useChoiceOptions({ path, field }: FilterField): SelectOptionSpec[] {
  const { t, label } = useT()
  const options = 'options' in field ? field.options : []
  return options.map((option) => ({
    value: option.value,
    // Payload's own options are in the site's language.
    label:
      path === '_status' && (option.value === 'draft' || option.value === 'published')
        ? storedStatusWord(option.value, t)
        : label(option.label),
  }))
}

function nothing(): void {}
