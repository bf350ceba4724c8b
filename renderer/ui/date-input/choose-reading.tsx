import { isWritableDate } from '../../../shared/fields/date/date-shape.ts'
import { useT } from '../../i18n/use-t.ts'
import { readingsOf } from '../../i18n/dates.ts'
import { RadioGroup } from '../radio-group/radio-group.tsx'
import type { DateInputProps } from './date-input-props.ts'
import styles from './date-input.module.css'

type ChooseReadingProps = Pick<DateInputProps, 'value' | 'onChange' | 'onBlur' | 'timeZone' | 'readOnly'>

/**
 * The choice between both times of a local time that occurs twice, when clocks are set back; otherwise
 * renders nothing.
 */
export function ChooseReading({ value, onChange, onBlur, timeZone, readOnly }: ChooseReadingProps) {
  const { t, formatOffset } = useT()
  const readings = value !== null && isWritableDate(value) ? readingsOf(value, timeZone) : null
  if (readings === null) return null
  const [first, second] = [readings[0].toAbsoluteString(), readings[1].toAbsoluteString()]
  const time = (iso: string) => ({ time: formatOffset(iso, timeZone) })
  return (
    <div className={styles['readings']}>
      <p role="status">{t('galley:inputs.date.twice')}</p>
      <RadioGroup
        aria-label={t('galley:inputs.date.twice')}
        options={[
          { value: first, label: t('galley:inputs.date.firstReading', time(first)) },
          { value: second, label: t('galley:inputs.date.secondReading', time(second)) },
        ]}
        value={value === null ? null : new Date(value).toISOString()}
        onChange={onChange}
        {...(onBlur !== undefined && { onBlur })}
        readOnly={readOnly ?? false}
      />
    </div>
  )
}
