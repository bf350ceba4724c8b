import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'
import { useForm, useSecondForm, useStateOf } from '../form/form-context.tsx'

const PastFirstFrameContext = createContext(true)

/**
 * Draws a document's first fields in its first frame, so that they can be used at once; the rest follows right after
 * it, in slices that a keystroke interrupts.
 */
export function FirstFrame({ children }: { children: ReactNode }) {
  const [isPast, setPast] = useState(false)
  const form = useForm()
  const second = useSecondForm() ?? form
  const isLeadingHere = useStateOf(form, isLeading)
  const isLeadingBeside = useStateOf(second, isLeading)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPast(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  // A field that is revealed may be anywhere.
  return (
    <PastFirstFrameContext value={isPast || isLeadingHere || isLeadingBeside}>
      {children}
    </PastFirstFrameContext>
  )
}

const isLeading = ({ reveal }: { reveal: unknown }) => reveal !== null

/** True if everything may be drawn; false in the first frame of a document. */
export function useIsPastFirstFrame(): boolean {
  return useContext(PastFirstFrameContext)
}

/** Draws its children right after the first frame of the document around. */
export function AfterFirstFrame({ children }: { children: ReactNode }) {
  return useIsPastFirstFrame() ? children : null
}

/** Rows of a long list in the document's first frame: about as many as a window shows. */
const FIRST = 12
/** Most rows of a list that is drawn whole in the first frame. */
const SHORT = 20

/** Returns the number of rows to draw: in the first frame only the first ones of a long list, then all. */
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
  // A field that is revealed may be in any row.
  return all || isLeadingHere || isLeadingBeside ? count : Math.min(FIRST, count)
}
