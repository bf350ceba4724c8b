import { startTransition, useEffect, useState } from 'react'
import { useForm, useSecondForm, useStateOf } from '../../form/form-context.tsx'

/** Rows of a long list that are there in its first frame: what most windows show of one below the first fields. */
const FIRST = 12
/** Up to so many, all of them are. */
const SHORT = 20

/**
 * How many rows are drawn. A document with a long list can be worked in before the last row is there: what is beyond
 * the screen follows right after the first frame.
 */
export function useDrawnRows(count: number): number {
  const [all, setAll] = useState(count <= SHORT)
  const form = useForm()
  const second = useSecondForm() ?? form
  const isLeadingHere = useStateOf(form, (state) => state.reveal !== null)
  const isLeadingBeside = useStateOf(second, (state) => state.reveal !== null)
  useEffect(() => {
    if (all) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setAll(true)))
    return () => cancelAnimationFrame(frame)
  }, [all])
  // Somebody is led to a place, which may be anywhere.
  return all || isLeadingHere || isLeadingBeside ? count : Math.min(FIRST, count)
}
