import { useEffect, useRef, type RefObject } from 'react'
import { DateInput as RacDateInput, DateSegment } from 'react-aria-components'
import { latinDigits } from '../../i18n/numbers.ts'
import { cx } from '../class-names.ts'
import styles from './date-input.module.css'
import type { TypedYear } from './typed-date.ts'
import { YearPart } from './year-part.tsx'

type RestingSegmentsProps = {
  text: string | null
  /** Gets the digits that are typed for the year. */
  typedYearRef?: RefObject<TypedYear>
}

/**
 * The editable parts of a date or time. Without the focus `text` is drawn over them; they stay there for the
 * pointer and for screen readers.
 */
export function RestingSegments({ text, typedYearRef }: RestingSegmentsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listeners = new AbortController()
    box.current?.addEventListener('beforeinput', typeLatinDigits, {
      capture: true,
      signal: listeners.signal,
    })
    return () => listeners.abort()
  }, [])
  return (
    <div ref={box} className={cx(styles['rest'], text !== null && styles['resting'])}>
      <RacDateInput className={styles['segments'] ?? ''}>
        {(segment) =>
          segment.type === 'year' && typedYearRef !== undefined ? (
            <YearPart segment={segment} typedRef={typedYearRef} />
          ) : (
            <DateSegment segment={segment} className={styles['segment'] ?? ''} />
          )
        }
      </RacDateInput>
      {text !== null && (
        <bdi aria-hidden="true" className={styles['resting-text']}>
          {text}
        </bdi>
      )}
    </div>
  )
}

/** React Aria reads the digits that it shows, 0–9; a keyboard may have those of its language. */
function typeLatinDigits(event: InputEvent): void {
  const typed = event.data ?? ''
  const data = latinDigits(typed)
  if (data === typed) return
  event.preventDefault()
  event.stopPropagation()
  const { inputType } = event
  event.target?.dispatchEvent(
    new InputEvent('beforeinput', { data, inputType, bubbles: true, cancelable: true }),
  )
}
