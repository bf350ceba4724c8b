import { useEffect, useRef, type RefObject } from 'react'
import { useForm } from '../../../form/form-context.tsx'
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
 * Marks what was found, as far as it is drawn, and again where more or something else of the form is. Neither a
 * keystroke nor a component takes part: texts by the browser's own highlights, inputs by an attribute.
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
      // A text that is far away is drawn as a whole once it is near; who has gone on meanwhile is not led back.
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

/** A field is led to in the next frame, by its beginning, which in a long text is not where the match is. */
function afterLeading(scroll: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(scroll))
}

/** Those in one place lie beside each other, and are found there together. */
function onePerPlace(matches: readonly FindMatch[]): FindMatch[] {
  return matches.filter(({ place }, at) => place !== matches[at - 1]?.place)
}

/** Those of one place. */
type Marks = {
  ranges: Range[]
  boxes: HTMLElement[]
  /** The one that is gone to, if it is here: a stretch of text, or the box that it is typed in. */
  here: Range | null
  current: HTMLElement | null
  /** What holds them; null: it is not drawn. */
  shown: HTMLElement | null
}

function marksOf(shown: HTMLElement | null, current: FindMatch | null, find: FindInText): Marks {
  if (shown === null) return { ranges: [], boxes: [], here: null, current: null, shown }
  const { ranges, boxes } = drawnIn(shown, find)
  const here = current === null ? null : rangeOf(current, ranges, find)
  // Of a node whose fields are in a drawer not all words are drawn.
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
