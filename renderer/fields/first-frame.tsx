import { createContext, useContext, useState, type ReactNode } from 'react'
import { useForm, useSecondForm, useStateOf } from '../form/form-context.tsx'
import { usePastFirstFrame } from '../ui/first-frame/use-past-first-frame.ts'

const PastFirstFrameContext = createContext(true)

/**
 * Draws a document's first fields in its first frame, so that they can be used at once; the rest follows right after
 * it, in slices that a keystroke interrupts.
 */
export function FirstFrame({ children }: { children: ReactNode }) {
  const isPast = usePastFirstFrame()
  const form = useForm()
  const second = useSecondForm() ?? form
  const isLeadingHere = useStateOf(form, isLeading)
  const isLeadingBeside = useStateOf(second, isLeading)
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
  const [isShort] = useState(count <= SHORT)
  const isPast = usePastFirstFrame(!isShort)
  const form = useForm()
  const second = useSecondForm() ?? form
  const isLeadingHere = useStateOf(form, (state) => state.reveal !== null)
  const isLeadingBeside = useStateOf(second, (state) => state.reveal !== null)
  // A field that is revealed may be in any row.
  return isShort || isPast || isLeadingHere || isLeadingBeside ? count : Math.min(FIRST, count)
}
