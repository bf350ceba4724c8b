import { useState, type KeyboardEvent } from 'react'
import type { RowHead } from '../../form/form-snapshot.ts'
import { useT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { indexOfSlot, lastSlot, slotOf } from './row-places.ts'

/** Pixels by which the form scrolls after a row that is moved by the keyboard (S9.12). */
export const STEP = 25

export type RowLift = {
  /** Lifted rows; empty if there are none. */
  ids: readonly string[]
  /** Index of the row in front of which they would be dropped; null: nothing is lifted. */
  index: number | null
  lift: (ids: readonly string[]) => void
  /** Handles a key on the handle of a lifted row. Returns false if the key means nothing here. */
  press: (event: KeyboardEvent) => boolean
  cancel: () => void
}

type Lifted = { ids: readonly string[]; slot: number }

/** Moving of rows by the keyboard: lifted, moved by arrows, and dropped or cancelled. */
export function useRowLift(options: {
  rows: readonly RowHead[]
  /** Returns the label of a row. */
  nameOf: (id: string) => string
  onDrop: (ids: readonly string[], index: number) => void
  onStep: (index: number) => void
}): RowLift {
  const { rows, nameOf, onDrop, onStep } = options
  const { t } = useT()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const all = rows.map(({ id }) => id)

  const say = (key: string, { ids, slot }: Lifted) =>
    announce(
      t(`galley:edit.rows.${key}`, {
        row: nameOf(ids[0] ?? ''),
        to: slot + 1,
        count: lastSlot(all, ids) + 1,
      }),
    )

  function cancel(): void {
    if (lifted === null) return
    setLifted(null)
    say('liftCancelled', { ...lifted, slot: slotOf(all, lifted.ids) })
  }

  return {
    ids: lifted?.ids ?? [],
    index: lifted === null ? null : indexOfSlot(all, lifted.ids, lifted.slot),
    lift(ids) {
      const next = { ids, slot: slotOf(all, ids) }
      setLifted(next)
      say('lifted', next)
    },
    press(event) {
      if (lifted === null) return false
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step !== 0) {
        const slot = Math.min(lastSlot(all, lifted.ids), Math.max(0, lifted.slot + step))
        const next = { ...lifted, slot }
        setLifted(next)
        say('liftedOver', next)
        onStep(indexOfSlot(all, lifted.ids, slot))
        return true
      }
      if (event.key === 'Escape') cancel()
      else if (event.key === ' ' || event.key === 'Enter') {
        setLifted(null)
        onDrop(lifted.ids, indexOfSlot(all, lifted.ids, lifted.slot))
      } else return false
      return true
    },
    cancel,
  }
}

/** Scrolls the container of an element by whole steps until the element is visible. */
export function scrollBySteps(element: Element): void {
  let scroller = element.parentElement
  while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1)
    scroller = scroller.parentElement
  if (scroller === null) return
  const place = element.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  const below = place.bottom + STEP - view.bottom
  const above = view.top - (place.top - STEP)
  if (below > 0) scroller.scrollBy({ top: Math.ceil(below / STEP) * STEP })
  else if (above > 0) scroller.scrollBy({ top: -Math.ceil(above / STEP) * STEP })
}
