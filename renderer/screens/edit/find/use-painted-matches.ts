import { useEffect, useRef, type RefObject } from 'react'
import { useForm } from '../../../form/form-context.tsx'
import type { FindInText } from './find-in-text.ts'
import type { FindMatch } from './find-matches.ts'
import { drawnIn, elementOf, rangeOf } from './match-elements.ts'

/** Names from ui/global.css. Drawers add their ranges to the same two. */
const ALL = 'galley-found'
const CURRENT = 'galley-found-current'

type Painted = {
  root: RefObject<HTMLElement | null>
  matches: readonly FindMatch[]
  current: FindMatch | null
  find: FindInText
  /** Counts up with each request to show the current match. */
  visit: number
}

/**
 * Highlights the drawn matches, and again when the form's elements change: text by the browser's highlights, inputs
 * by an attribute. No keystroke or component is involved.
 */
export function usePaintedMatches({ root, matches, current, find, visit }: Painted): void {
  const form = useForm()
  const visited = useRef({ exactly: 0, roughly: 0 })
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const places = onePerPlace(matches)
    const painted = new Map<FindMatch['place'], Marks>()
    const paint = (changed: ReadonlySet<Node>) => {
      for (const match of places) {
        const shown = elementOf(form, match)
        const before = painted.get(match.place)
        if (before?.shown === shown && (shown === null || !changed.has(shown))) continue
        if (before !== undefined) mark(before, false)
        const marks = marksOf(shown, match.place === current?.place ? current : null, find)
        painted.set(match.place, marks)
        mark(marks, true)
      }
      const marks = current === null ? undefined : painted.get(current.place)
      if (marks !== undefined) visitIt(marks)
    }
    const visitIt = ({ here, current: box, shown }: Marks) => {
      const exact = here ?? box
      const known = visited.current
      if (known.exactly === visit || (exact === null && known.roughly === visit)) return
      // A distant text is drawn completely once it is near; a user who went on is not scrolled back.
      const goesOn = known.roughly === visit && document.activeElement?.closest('[role=search]') == null
      known.roughly = visit
      if (exact !== null) known.exactly = visit
      const target = exact ?? shown
      if (target !== null && !goesOn) afterLeading(() => scrollTo(target))
    }
    paint(new Set())
    let frame = 0
    let changed = new Set<Node>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records)
        for (let at: Node | null = target; at !== null && !changed.has(at); at = at.parentNode)
          changed.add(at)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const all = changed
        changed = new Set()
        paint(all)
      })
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      for (const marks of painted.values()) mark(marks, false)
    }
  }, [root, form, matches, current, find, visit])
}

/** Waits two frames: in the first the field's beginning is scrolled to, which may be far from the match. */
function afterLeading(scroll: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(scroll))
}

/** Returns one match per place; the matches of a place are adjacent. */
function onePerPlace(matches: readonly FindMatch[]): FindMatch[] {
  return matches.filter(({ place }, at) => place !== matches[at - 1]?.place)
}

/** The highlights of one place. */
type Marks = {
  ranges: Range[]
  boxes: HTMLElement[]
  /** The current match if it is in this place: its range, or its input. */
  here: Range | null
  current: HTMLElement | null
  /** The element of the place; null: not drawn. */
  shown: HTMLElement | null
}

function marksOf(shown: HTMLElement | null, current: FindMatch | null, find: FindInText): Marks {
  if (shown === null) return { ranges: [], boxes: [], here: null, current: null, shown }
  const { ranges, boxes } = drawnIn(shown, find)
  const here = current === null ? null : rangeOf(current, ranges, find)
  // A node with its fields in a drawer does not draw all of its text.
  const isWhole = ranges.length === 0 && shown.hasAttribute('data-part')
  const marked = isWhole ? [shown] : boxes
  return { ranges, boxes: marked, here, current: current === null ? null : (marked[0] ?? null), shown }
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
  // The current match is painted over the others.
  known.priority = name === CURRENT ? 1 : 0
  CSS.highlights.set(name, known)
  for (const range of ranges)
    if (on) known.add(range)
    else known.delete(range)
}

/** Scrolls to the innermost element, since the whole text may be longer than the screen. */
function scrollTo(here: Range | HTMLElement): void {
  const element = here instanceof Range ? here.startContainer.parentElement : here
  element?.scrollIntoView?.({ block: 'nearest' })
}
