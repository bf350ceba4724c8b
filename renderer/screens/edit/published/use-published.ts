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
import { placeInView, showPlace, type PlaceInView } from './same-place.ts'

export const PUBLISHED_ID = 'document-published'
export const PUBLISHED_SHORTCUT = 'F8'

export type PublishedView = {
  isShown: boolean
  toggle: () => void
  /** Where the form of the draft was scrolled to when it went. */
  place: PlaceInView | null
  /** Told by the form of what is published, once it is scrolled. */
  onScrolled: (place: PlaceInView | null) => void
}

type Shown = {
  /** What the forms were asked to bring into view before it came. */
  known: readonly (Reveal | null)[]
  place: PlaceInView | null
}

/**
 * Whether what is published stands in the place of the form; null where there is nothing published to show,
 * in the locale on the screen where each has a status of its own. Whatever
 * leads to a place in the form brings the form back.
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
  // For good: it does not come back by itself over a form that is typed in.
  if (shown !== null && !isShown) setShown(null)

  /** Where what is published was scrolled to by the person: the form comes back there. */
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
