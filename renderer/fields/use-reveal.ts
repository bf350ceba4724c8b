import { useEffect, useEffectEvent } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import { useFormState } from '../form/form-context.tsx'
import { pathsWithin } from './paths-within.ts'

/** Calls `bring` with the path of each field that the form is asked to show. */
export function useRevealed(bring: (path: string) => void): void {
  const reveal = useFormState((form) => form.reveal)
  const onReveal = useEffectEvent(bring)
  useEffect(() => {
    if (reveal) onReveal(reveal.path)
  }, [reveal])
}

/** Calls `open` when a field within this container is to be shown. */
export function useReveal(fields: Field[], path: string, open: () => void): void {
  useRevealed((wanted) => {
    if (pathsWithin(fields, path).has(wanted)) open()
  })
}
