import { useCallback, useLayoutEffect, useRef } from 'react'
import { joinPath } from '../../../shared/document/path.ts'
import { fieldId, useForm } from '../../form/form-context.tsx'
import type { RowHead } from '../../form/form-snapshot.ts'

export type FocusRow = {
  /** Now. */
  now: (id: string | null) => void
  /** Once the rows are others, since what was done makes them so. null: the list, since it has no rows. */
  next: (id: string | null) => void
}

/** Puts the focus on the head of a row. `hasPopup`: a menu or dialog of the list is open. */
export function useFocusRow(path: string, rows: readonly RowHead[], hasPopup: boolean): FocusRow {
  const form = useForm()
  const wanted = useRef<{ id: string | null } | null>(null)
  const seen = useRef(rows)

  const now = useCallback(
    (id: string | null) => {
      const element = document.getElementById(fieldId(form, id === null ? path : joinPath(path, id)))
      const target = id === null ? element?.querySelector<HTMLElement>('[data-add-box] button') : element
      target?.focus({ preventScroll: true })
      target?.scrollIntoView?.({ block: 'nearest' })
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
    now(current.id)
    if (!fromPopup) return
    // A menu that closes gives the focus back to what opened it, which is not where the work goes on.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const active = document.activeElement
        if (active === document.body || active?.matches('[data-part=menu]') === true) now(current.id)
      }),
    )
  })

  const next = useCallback((id: string | null) => {
    wanted.current = { id }
  }, [])
  return { now, next }
}
