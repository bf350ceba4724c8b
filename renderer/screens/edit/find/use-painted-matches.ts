import { useEffect, useRef, type RefObject } from 'react'
import { useForm } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'
import type { FindInText } from './find-in-text.ts'
import type { FindMatch } from './find-matches.ts'
import { drawnIn, elementOf, rangeOf } from './match-elements.ts'

/** Named in find-bar.module.css. Drawers have ranges of their own in the same two. */
const ALL = 'galley-found'
const CURRENT = 'galley-found-current'

type Painted = {
  root: RefObject<HTMLElement | null>
  matches: readonly FindMatch[]
  current: FindMatch | null
  find: FindInText
  /** Moves with each request to go to the current one. */
  visit: number
}

/**
 * Marks what was found, as far as it is drawn, and again when more of the form is. Neither a keystroke nor a component
 * takes part: texts by the browser's own highlights, inputs by an attribute.
 */
export function usePaintedMatches({ root, matches, current, find, visit }: Painted): void {
  const form = useForm()
  const visited = useRef(0)
  useEffect(() => {
    const element = root.current
    if (element === null) return
    let marks: Marks | null = null
    const paint = () => {
      if (marks !== null) mark(marks, false)
      marks = marksOf(form, matches, current, find)
      mark(marks, true)
      const here = marks.here ?? marks.current ?? marks.shown
      if (here === null || visited.current === visit) return
      visited.current = visit
      scrollTo(here)
    }
    paint()
    let frame = 0
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(paint)
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      if (marks !== null) mark(marks, false)
    }
  }, [root, form, matches, current, find, visit])
}

type Marks = {
  ranges: Range[]
  boxes: HTMLElement[]
  /** The one that is gone to: a stretch of text, or the box that it is typed in. */
  here: Range | null
  current: HTMLElement | null
  /** What holds it, where neither is known. */
  shown: HTMLElement | null
}

function marksOf(
  form: Pick<FormState, 'id'>,
  matches: readonly FindMatch[],
  current: FindMatch | null,
  find: FindInText,
): Marks {
  const marks: Marks = { ranges: [], boxes: [], here: null, current: null, shown: null }
  let last: FindMatch['place'] | null = null
  for (const match of matches) {
    // Those in one place lie beside each other, and are found there together.
    if (match.place === last) continue
    last = match.place
    const shown = elementOf(form, match)
    if (shown === null) continue
    const { ranges, boxes } = drawnIn(shown, find)
    marks.ranges.push(...ranges)
    marks.boxes.push(...boxes)
    if (match.place !== current?.place) continue
    marks.shown = shown
    marks.here = rangeOf(current, ranges, find)
    marks.current = boxes[0] ?? null
  }
  return marks
}

function mark({ ranges, boxes, here, current }: Marks, on: boolean): void {
  highlight(ALL, ranges, on)
  if (here !== null) highlight(CURRENT, [here], on)
  for (const box of boxes) {
    if (on) box.setAttribute('data-found', box === current ? 'current' : '')
    else box.removeAttribute('data-found')
  }
}

function highlight(name: string, ranges: readonly Range[], on: boolean): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return
  const known = CSS.highlights.get(name) ?? new Highlight()
  // What is being gone to lies over the others.
  known.priority = name === CURRENT ? 1 : 0
  CSS.highlights.set(name, known)
  for (const range of ranges)
    if (on) known.add(range)
    else known.delete(range)
}

/** Also in a text that is longer than the screen. */
function scrollTo(here: Range | HTMLElement): void {
  const element = here instanceof Range ? here.startContainer.parentElement : here
  element?.scrollIntoView?.({ block: 'nearest' })
}
