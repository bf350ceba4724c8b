import { useState } from 'react'
import type { DateInputProps } from './date-input-props.ts'

type Props = Pick<DateInputProps, 'value' | 'onChange' | 'unfinished' | 'onUnfinished'>

/** A date whose year is not typed to its end: kept by the user of the input, or else here while the value is null. */
export function useUnfinished({ value, onChange, unfinished = null, onUnfinished }: Props) {
  const [own, setOwn] = useState<string | null>(null)
  return {
    text: onUnfinished !== undefined ? unfinished : value === null ? own : null,
    hold: (typed: string): void => {
      setOwn(typed)
      if (onUnfinished === undefined) onChange(null)
      else onUnfinished(typed)
    },
    finish: (iso: string | null): void => {
      setOwn(null)
      onChange(iso)
    },
  }
}
