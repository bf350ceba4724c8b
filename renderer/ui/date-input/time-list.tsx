import { ListBox, ListBoxItem } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import styles from './date-input.module.css'
import { minuteAsIso } from './date-value.ts'

/** `minutes` of the day, `format`: of date-fns; null: as the language writes times. */
export type OfferedTimes = { minutes: readonly number[]; format: string | null }

type TimeListProps = OfferedTimes & { value: number | null; onChange: (minute: number) => void }

/** Times of a day to choose from. */
export function TimeList({ minutes, format, value, onChange }: TimeListProps) {
  const { t, language, formatDate } = useT()
  const plain = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
  const say = (minute: number) =>
    format === null ? plain.format(minute * 60_000) : formatDate(minuteAsIso(minute), format, 'UTC')
  return (
    <ListBox
      aria-label={t('galley:inputs.date.times')}
      className={styles['times'] ?? ''}
      selectionMode="single"
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        if (key !== undefined) onChange(Number(key))
      }}
    >
      {minutes.map((minute) => (
        <ListBoxItem key={minute} id={minute} textValue={say(minute)} className={styles['time'] ?? ''}>
          {say(minute)}
        </ListBoxItem>
      ))}
    </ListBox>
  )
}
