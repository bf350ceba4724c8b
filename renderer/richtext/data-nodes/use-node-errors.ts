import { useEffect, useEffectEvent } from 'react'
import { BLOCK_ERRORS, firstNodeError } from '../../../shared/fields/richText/validate-nodes.ts'
import { fieldId, useStateOf } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { useRichText } from '../editor-context.tsx'

/** Frames in which what is around a field opens. */
const PATIENCE = 60

/**
 * What the document's check finds in a node is shown at its fields, and asking for the text where something is wrong in
 * it leads to the first of them. `id`: of the node in the text. `open`: unfolds it.
 */
export function useNodeErrors(form: FormState, id: string, open: () => void): void {
  const { form: around, path, config } = useRichText()
  const reveal = useStateOf(around, (state) => state.reveal)

  useEffect(() => {
    const check = (): void => {
      const { error } = around.getField(path)
      const isAboutNodes = error?.by === 'form' && error.error.key === BLOCK_ERRORS
      if (isAboutNodes && form.getForm().invalid.length === 0) form.validate()
    }
    check()
    return around.subscribeField(path, check)
  }, [form, around, path])

  const lead = useEffectEvent((focus: boolean): (() => void) | undefined => {
    const { value, error } = around.getField(path)
    if (error?.by !== 'form' || error.error.key !== BLOCK_ERRORS) return undefined
    const first = firstNodeError(around.types, config, value)
    if (first === null || first.nodeId !== id) return undefined
    open()
    form.validate()
    form.show(first.path, { focus })
    return undefined
  })
  useEffect(() => {
    if (reveal !== null && reveal.path === path) lead(reveal.focus)
  }, [reveal, path])
  useLead(form)
}

/** Brings the field that the form of a node asks to be shown onto the screen. */
function useLead(form: FormState): void {
  const reveal = useStateOf(form, (state) => state.reveal)
  useEffect(() => {
    if (reveal === null) return
    let frame = 0
    const look = (left: number): void => {
      frame = requestAnimationFrame(() => {
        const place = document.getElementById(fieldId(form, reveal.at))
        if (place === null) return left > 0 ? look(left - 1) : undefined
        place.scrollIntoView({ block: 'center' })
        const input = place.matches('input, textarea, button')
          ? place
          : (place.querySelector<HTMLElement>('input, textarea, [tabindex="0"], button') ?? place)
        if (reveal.focus) input.focus({ preventScroll: true })
      })
    }
    look(PATIENCE)
    return () => cancelAnimationFrame(frame)
  }, [reveal, form])
}
