import { Globe } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useCommand } from '../../../commands/use-commands.ts'
import {
  useDocument,
  useDocumentState,
  useForm,
  useSecondForm,
  useStateOf,
} from '../../../form/form-context.tsx'
import type { FormSnapshot, Reveal } from '../../../form/form-snapshot.ts'
import { isPublishedIn } from '../document-status.ts'
import { isMet } from '../use-lead-to.ts'
import { holdScroll } from '../../../data/kept-place.ts'

export const PUBLISHED_ID = 'document-published'
export const PUBLISHED_SHORTCUT = 'F8'

export type PublishedView = {
  isShown: boolean
  toggle: () => void
  /** Scroll position of the draft's form when it was hidden. */
  place: PlaceInView | null
  /** Called by the published form once it is scrolled. */
  onScrolled: (place: PlaceInView | null) => void
}

type Shown = {
  /** The forms' reveal requests before the switch. */
  known: readonly (Reveal | null)[]
  place: PlaceInView | null
}

/**
 * Returns the switch between the form and the published version; null if none exists (in the current locale, if each
 * has a status). A reveal in the form brings the form back.
 */
export function usePublished(scroll: RefObject<HTMLElement | null>): PublishedView | null {
  const { entity } = useDocument()
  const form = useForm()
  const second = useSecondForm() ?? form
  const isOffered = useDocumentState(({ view: { base, isNew, isGone } }) => {
    const isPublished = isPublishedIn(base, form.locale)
    return entity.versions?.drafts === true && !isNew && !isGone && isPublished
  })
  const here = useStateOf(form, revealOf)
  const beside = useStateOf(second, revealOf)
  const [shown, setShown] = useState<Shown | null>(null)
  const leads = (reveal: Reveal | null) =>
    reveal !== null && shown?.known.includes(reveal) === false && !isMet(reveal)
  const isShown = isOffered && shown !== null && !leads(here) && !leads(beside)
  // Reset, so that it does not come back by itself over a form in use.
  if (shown !== null && !isShown) setShown(null)

  /** Scroll position of the published form, which the draft's form takes over. */
  const left = useRef<PlaceInView | null>(null)
  useLayoutEffect(() => {
    const place = left.current
    left.current = null
    if (isShown || place === null || scroll.current === null) return
    return showPlace(scroll.current, form.id, place).stop
  }, [isShown, scroll, form])

  const toggle = useCallback(() => {
    if (isShown) return setShown(null)
    setShown({
      known: [here, beside],
      place: scroll.current && placeInView(scroll.current, form.id),
    })
  }, [isShown, here, beside, scroll, form])
  const onScrolled = useCallback((place: PlaceInView | null) => {
    left.current = place
  }, [])
  useCommand({
    id: 'document.published',
    title: isShown ? 'galley:published.back' : 'galley:published.show',
    icon: Globe,
    shortcut: PUBLISHED_SHORTCUT,
    run: toggle,
    when: () => isOffered,
  })
  const place = shown?.place ?? null
  return useMemo(
    () => (isOffered ? { isShown, toggle, place, onScrolled } : null),
    [isOffered, isShown, toggle, place, onScrolled],
  )
}

const revealOf = ({ reveal }: FormSnapshot) => reveal

/**
 * The element at the top of a scrolled form: the end of its id, behind the form's own, and its distance from the
 * edge.
 */
type PlaceInView = { end: string; below: number }

/** Returns the scroll position of a form by its elements; null at the top. `formId`: prefix of the elements' ids. */
export function placeInView(scrolled: HTMLElement, formId: string): PlaceInView | null {
  if (scrolled.scrollTop === 0) return null
  const edge = scrolled.getBoundingClientRect().top
  let last: PlaceInView | null = null
  for (const element of scrolled.querySelectorAll(`[id^="${formId}-"]`)) {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom <= edge) continue
    const place = { end: element.id.slice(formId.length), below: top - edge }
    if (top >= edge) return place
    last = place
  }
  return last
}

/** Scrolls another form of the same document to that position, and holds it while content above arrives. */
export function showPlace(
  scrolled: HTMLElement,
  formId: string,
  place: PlaceInView,
): ReturnType<typeof holdScroll> {
  return holdScroll(scrolled, () => {
    const element = document.getElementById(`${formId}${place.end}`)
    if (element === null) return
    const below = element.getBoundingClientRect().top - scrolled.getBoundingClientRect().top
    scrolled.scrollTop += below - place.below
  })
}
