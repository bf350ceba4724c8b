import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'
import { useForm, useSecondForm, useStateOf } from '../form/form-context.tsx'

const PastFirstFrameContext = createContext(true)

/**
 * Around the fields of a document. In its first frame are those that it begins with, and can be typed into; what else
 * there is of it is drawn right after that frame, in slices that a keystroke interrupts.
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
  // Somebody is led to a place, which may be anywhere.
  return (
    <PastFirstFrameContext value={isPast || isLeadingHere || isLeadingBeside}>
      {children}
    </PastFirstFrameContext>
  )
}

const isLeading = ({ reveal }: { reveal: unknown }) => reveal !== null

/** Whether everything may be drawn; false in the first frame of a document. */
export function useIsPastFirstFrame(): boolean {
  return useContext(PastFirstFrameContext)
}

/** What is drawn right after the first frame of the document around it. */
export function AfterFirstFrame({ children }: { children: ReactNode }) {
  return useIsPastFirstFrame() ? children : null
}
