import { useEffect } from 'react'
import { fieldId, useDocument, useForm, useSecondForm, useStateOf } from '../../form/form-context.tsx'
import type { Reveal } from '../../form/form-snapshot.ts'
import type { FormState } from '../../form/form-state.ts'
import { placeOf } from '../../fields/place.ts'
import { SHOW_EVENT } from '../../ui/focus/focus-place.ts'

/** Most frames to wait until the containers around a field are open, one inside the other. */
const PATIENCE = 60

/** Requests that were handled: a form keeps its last one, and may be mounted again. */
const met = new WeakSet<Reveal>()

export const isMet = (reveal: Reveal): boolean => met.has(reveal)

/** Shows the field that a form on the screen is asked to reveal, once its containers are open; focuses it if asked. */
export function useLeadTo(openInspector: () => void): void {
  const form = useForm()
  const second = useSecondForm()
  useLeadIn(form, openInspector)
  useLeadIn(second ?? form, openInspector)
}

function useLeadIn(form: FormState, openInspector: () => void): void {
  const { entity } = useDocument()
  const reveal = useStateOf(form, (state) => state.reveal)
  useEffect(() => {
    if (!reveal || met.has(reveal)) return
    const [top] = reveal.path.split('.')
    const field = entity.fields.find((one) => 'name' in one && one.name === top)
    if (field && placeOf(field, entity) === 'sidebar') openInspector()
    let frame = 0
    const lead = (left: number): void => {
      frame = requestAnimationFrame(() => {
        if (met.has(reveal)) return
        const place = document.getElementById(fieldId(form, reveal.at))
        // Containers open in effects of their own, the inner ones when the outer ones have drawn them.
        if (place === null && left > 0) return lead(left - 1)
        met.add(reveal)
        if (place === null) return
        if (reveal.focus) focusIn(place)
        else bringIntoView(place)
      })
    }
    lead(PATIENCE)
    return () => cancelAnimationFrame(frame)
  }, [reveal, form, entity, openInspector])
}

function bringIntoView(place: HTMLElement): void {
  place.scrollIntoView({ block: place.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
}

/** Scrolls to an element and focuses the input in it, unless the element handles SHOW_EVENT itself. */
export function focusIn(place: HTMLElement): void {
  if (!place.dispatchEvent(new CustomEvent(SHOW_EVENT, { cancelable: true }))) return
  const inside = place.matches('[data-rows-field]')
    ? '[data-add-box] button'
    : 'input, textarea, [tabindex="0"], button'
  const input = place.matches('input, textarea, button, [role=textbox]')
    ? place
    : (place.querySelector<HTMLElement>(inside) ?? place)
  bringIntoView(place)
  input.focus({ preventScroll: true })
}
