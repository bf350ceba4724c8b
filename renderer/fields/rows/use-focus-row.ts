import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { joinPath } from '../../../shared/document/path.ts'
import { fieldId, useForm } from '../../form/form-context.tsx'
import type { RowHead } from '../../form/form-snapshot.ts'
import { firstField } from '../../ui/focus/focus-place.ts'

export type FocusRow = {
  /** Focuses a head at once. */
  now: (id: string | null) => void
  /**
   * Focuses after the rows have changed: a head, or the first field of a new row. null: the button that adds a row,
   * since there are none.
   */
  next: (id: string | null, on?: 'head' | 'field') => void
  /** The row whose first field is focused next: its fields are drawn with it, so that no key is lost. */
  made: string | null
}

/** Frames to wait for a row to draw its fields. */
const PATIENCE = 60

/** Focuses rows. `hasPopup`: a menu or dialog of the list is open. */
export function useFocusRow(path: string, rows: readonly RowHead[], hasPopup: boolean): FocusRow {
  const form = useForm()
  const wanted = useRef<{ id: string | null; on: 'head' | 'field' } | null>(null)
  const seen = useRef(rows)
  const frame = useRef(0)
  const [made, setMade] = useState<string | null>(null)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const now = useCallback(
    (id: string | null) => {
      const element = document.getElementById(fieldId(form, id === null ? path : joinPath(path, id)))
      const target = id === null ? element?.querySelector<HTMLElement>('[data-add-box] button') : element
      target?.focus({ preventScroll: true })
      target?.scrollIntoView?.({ block: 'nearest' })
    },
    [form, path],
  )

  /** Focuses the first field of a row as soon as it is drawn. */
  const toField = useCallback(
    (id: string) => {
      const look = (left: number): void => {
        const head = document.getElementById(fieldId(form, joinPath(path, id)))
        const body = document.getElementById(`${head?.id ?? ''}-body`)
        const field = body === null ? null : firstField(body)
        field?.focus({ preventScroll: true })
        field?.scrollIntoView?.({ block: 'nearest' })
        if (field !== null || left === 0) return
        frame.current = requestAnimationFrame(() => {
          // Stops if the user has moved the focus meanwhile.
          if (document.activeElement === head) look(left - 1)
        })
      }
      look(PATIENCE)
    },
    [form, path],
  )

  const hadPopup = useRef(hasPopup)
  useLayoutEffect(() => {
    const fromPopup = hadPopup.current
    hadPopup.current = hasPopup
    if (rows === seen.current) return
    seen.current = rows
    const { current } = wanted
    wanted.current = null
    if (current === null) return
    const { id, on } = current
    const go = (): void => {
      now(id)
      if (id !== null && on === 'field') toField(id)
    }
    go()
    if (!fromPopup) return
    // A menu that closes returns the focus to its opener, after which it is moved again.
    frame.current = requestAnimationFrame(() => {
      frame.current = requestAnimationFrame(() => {
        const active = document.activeElement
        if (active === document.body || active?.matches('[data-part], [data-add-box] button') === true) go()
      })
    })
  })

  const next = useCallback((id: string | null, on: 'head' | 'field' = 'head') => {
    wanted.current = { id, on }
    if (on === 'field') setMade(id)
  }, [])
  return { now, next, made }
}
