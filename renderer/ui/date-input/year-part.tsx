import { use, useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { DateFieldStateContext, DateSegment } from 'react-aria-components'
import styles from './date-input.module.css'
import { YEAR_DIGITS, yearOfTwoDigits, type TypedYear } from './typed-date.ts'

type YearPartProps = Pick<ComponentProps<typeof DateSegment>, 'segment'> & { typedRef: RefObject<TypedYear> }

const STEPS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']

/** The year of a date. Records the digits that are typed, and expands two of them as the focus leaves. */
export function YearPart({ segment, typedRef }: YearPartProps) {
  const state = use(DateFieldStateContext)
  const part = useRef<HTMLSpanElement>(null)
  /** True until the first key: the next digit replaces the year. */
  const isEntered = useRef(false)
  // Runs after every render, so that the listeners have the present state of the parts.
  useLayoutEffect(() => {
    if (state !== null) typedRef.current = { ...typedRef.current, calendar: state.calendar }
    const listeners = new AbortController()
    // React Aria's own listeners report a change at once, so these come first.
    const listen = { capture: true, signal: listeners.signal }
    const box = part.current
    const record = (digits: string) => {
      typedRef.current = { ...typedRef.current, digits }
      isEntered.current = false
    }
    box?.addEventListener('focus', () => (isEntered.current = true), listen)
    box?.addEventListener(
      'beforeinput',
      ({ data }) => {
        if (data === null || !/^\d+$/.test(data)) return
        const { digits } = typedRef.current
        const isNew = isEntered.current || digits.length >= YEAR_DIGITS
        record(isNew ? data : digits + data)
      },
      listen,
    )
    box?.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Backspace' || key === 'Delete')
          record(segment.isPlaceholder ? '' : segment.text.slice(0, -1))
        else if (STEPS.includes(key)) record('')
      },
      listen,
    )
    box?.addEventListener(
      'focusout',
      () => {
        const year = state === null ? null : yearOfTwoDigits(typedRef.current.digits, state.calendar)
        if (state === null || year === null) return
        record('')
        // React Aria ends the date with the same event, and has to find the whole year.
        flushSync(() => state.setSegment('year', year))
      },
      listen,
    )
    return () => listeners.abort()
  })
  return <DateSegment ref={part} segment={segment} className={styles['segment'] ?? ''} />
}
