import { Clock, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button, Dialog, DialogTrigger, TimeField } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { Popover } from '../popover/popover.tsx'
import inputStyles from '../text-input/input-box.module.css'
import { type DateInputProps, pickerProps } from './date-input-props.ts'
import { ChooseReading } from './choose-reading.tsx'
import styles from './date-input.module.css'
import { atMinute, fromTimeValue, minuteOf, toTimeValue } from './date-value.ts'
import { RestingSegments } from './resting-segments.tsx'
import { TimeList } from './time-list.tsx'

/** A time of day, typed part by part or chosen from a list. The day of the value stays as it is. */
export function TimeInput(props: Omit<DateInputProps, 'granularity'>) {
  const { t } = useT()
  const { readOnly = false, invalid = false, timeZone, times = null } = props
  const [open, setOpen] = useState(false)
  const value = useMemo(() => toTimeValue(props.value, timeZone), [props.value, timeZone])
  return (
    <div className={styles['whole']}>
      <TimeField
        className={styles['picker'] ?? ''}
        value={value}
        onChange={(next) => props.onChange(fromTimeValue(next, props.value, timeZone))}
        {...pickerProps(props)}
      >
        <div
          className={cx(
            inputStyles['box'],
            invalid && inputStyles['bad'],
            readOnly && inputStyles['readonly'],
            styles['group'],
          )}
        >
          <RestingSegments text={props.resting ?? null} />
          {!readOnly && (
            <span className={inputStyles['end']}>
              {props.value !== null && (
                <Button
                  aria-label={t('general:clear')}
                  className={inputStyles['tool'] ?? ''}
                  onPress={() => props.onChange(null)}
                >
                  <Icon icon={X} size="small" />
                </Button>
              )}
              {times !== null && (
                <DialogTrigger isOpen={open} onOpenChange={setOpen}>
                  <Button
                    className={inputStyles['tool'] ?? ''}
                    aria-label={t('galley:inputs.date.openTimes')}
                  >
                    <Icon icon={Clock} />
                  </Button>
                  <Popover className={styles['popover']}>
                    <Dialog
                      aria-label={t('galley:inputs.date.times')}
                      className={cx(styles['dialog'], styles['with-times'])}
                    >
                      <TimeList
                        {...times}
                        value={minuteOf(props.value, timeZone)}
                        onChange={(minute) => {
                          props.onChange(atMinute(props.value, minute, timeZone))
                          setOpen(false)
                        }}
                      />
                    </Dialog>
                  </Popover>
                </DialogTrigger>
              )}
            </span>
          )}
        </div>
      </TimeField>
      <ChooseReading {...props} />
    </div>
  )
}
