import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { askedFieldIn } from '../../data/page-state.ts'
import { useForm } from '../../form/form-context.tsx'
import { useIsOnScreen } from './editor-place.ts'

/** Pages of the history whose field was shown: coming back to one of them leads to where it was left instead. */
const shown = new Set<string>()

/** Leads to the field that the link to this document asked for, where the document still has it. */
export function useAskedField(): void {
  const form = useForm()
  const isOnScreen = useIsOnScreen()
  const { key, state } = useLocation()
  useEffect(() => {
    const field = askedFieldIn(state)
    if (!isOnScreen || field === null || shown.has(key)) return
    shown.add(key)
    // A part of an input may have had the focus, whose id adds a word to the path.
    const path = [field.path, field.path.replace(/-[a-z]+$/, '')].find((one) => form.resolve(one) !== null)
    if (path !== undefined) form.show(path)
    // oxlint-disable-next-line react/exhaustive-deps -- another locale of the form asks for nothing
  }, [key, state, isOnScreen])
}
