import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { useForm, useSecondForm } from '../../form/form-context.tsx'
import { FieldList } from '../field-list.tsx'
import { useIsPastFirstFrame } from '../first-frame.tsx'
import { isOnScreen, watchNear } from '../../ui/near-observer/near-observer.ts'
import styles from './row.module.css'

/** Estimated height in rem of a field that was never drawn. */
const FIELD_HEIGHT = 4.75

/**
 * The fields of an open row. They are mounted while the row is near the screen, and stay while they have the focus or
 * an edit; otherwise their height is kept, so that nothing jumps.
 */
export function RowBody({ id, path, fields, shown }: RowBodyProps) {
  const form = useForm()
  const second = useSecondForm()
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(shown)
  const [height, setHeight] = useState<number | null>(null)

  // When a document opens, heads are drawn first.
  const isMeasured = useIsPastFirstFrame()
  useLayoutEffect(() => {
    if (isMeasured && place.current && isOnScreen(place.current)) setNear(true)
  }, [isMeasured])

  const onNear = useEffectEvent((next: boolean) => {
    const element = place.current
    if (next) return startTransition(() => setNear(true))
    if (element === null || element.contains(document.activeElement)) return
    if (form.markWithin(path) !== 'none' || (second?.markWithin(path) ?? 'none') !== 'none') return
    setHeight(element.getBoundingClientRect().height)
    setNear(false)
  })
  useEffect(() => (place.current ? watchNear(place.current, (next) => onNear(next)) : undefined), [])

  const isThere = near || shown
  return (
    <div
      ref={place}
      id={id}
      data-body=""
      className={styles['body']}
      style={isThere ? undefined : { blockSize: height ?? `${fields.length * FIELD_HEIGHT}rem` }}
    >
      {isThere && <FieldList fields={fields} path={path} />}
    </div>
  )
}

type RowBodyProps = {
  id: string
  /** Path of the row. */
  path: string
  fields: Field[]
  /** True if a field of the row is revealed, or the row is new: its fields are mounted wherever it is. */
  shown: boolean
}
