import { useEffect, useRef } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import styles from './date-input.module.css'
import { minuteAsIso } from './date-value.ts'

/** `minutes` of the day, `format` of date-fns; null: the language's own. */
export type OfferedTimes = { minutes: readonly number[]; format: string | null }

const NOON = 12 * 60

type TimeListProps = OfferedTimes & { value: number | null; onChange: (minute: number) => void }

/** A list of times to choose from. */
export function TimeList({ minutes, format, value, onChange }: TimeListProps) {
  const { t, formatDate } = useT()
  const say = (minute: number) =>
    formatDate(minuteAsIso(minute), { parts: 'time', pattern: format, timeZone: 'UTC' })
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the chosen time into view when the list opens, and not later, so that it does not fight the user.
  useEffect(() => {
    // The popover gets its height in the next frame.
    const frame = requestAnimationFrame(() => {
      const at = minutes.findLastIndex((minute) => minute <= (value ?? NOON))
      list.current?.querySelectorAll('[role="option"]')[at]?.scrollIntoView?.({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  return (
    <ListBox
      ref={list}
      aria-label={t('galley:inputs.date.times')}
      className={styles['times'] ?? ''}
      selectionMode="single"
      disallowEmptySelection
      // Escape closes the popover.
      escapeKeyBehavior="none"
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
