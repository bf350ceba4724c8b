import { useEffect, useEffectEvent } from 'react'
import { fieldId, useStateOf } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import type { Reveal } from '../../form/form-snapshot.ts'
import { useRichText } from '../editor-context.tsx'

/** Frames to wait until the containers of a field are open. */
const PATIENCE = 60

/** Scrolls to the field that is revealed in a node's form, and focuses it if asked to. */
export function useLead(form: FormState): void {
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

/** Reveal requests that a node has handled. */
const followed = new WeakSet<Reveal>()

/** Unfolds a node when a reveal request leads into it. `id`: of the node; `open` unfolds it. */
export function useFoundIn(form: FormState, id: string | null, open: () => void): void {
  const { form: around, path } = useRichText()
  const reveal = useStateOf(around, (state) => state.reveal)
  const lead = useEffectEvent((request: Reveal): void => {
    const { inNode } = request
    if (inNode === null || inNode.nodeId !== id || followed.has(request)) return
    followed.add(request)
    open()
    if (inNode.path !== '')
      form.show(inNode.path, { at: inNode.at, inNode: inNode.inNode, focus: request.focus })
  })
  useEffect(() => {
    if (reveal !== null && reveal.path === path) lead(reveal)
  }, [reveal, path])
  useLead(form)
}
