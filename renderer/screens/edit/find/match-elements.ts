import { fieldId } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'
import { foundIn, type FindInText } from './find-in-text.ts'
import type { PlaceInNode } from '../../../form/form-snapshot.ts'
import { partOfNode } from '../../../richtext/data-nodes/part-of-node.ts'
import type { FindMatch } from './find-matches.ts'
import type { FindPlace } from './find-places.ts'
import { linesOf, rangesIn } from './text-lines.ts'

type Form = Pick<FormState, 'id'>
type TextBox = HTMLInputElement | HTMLTextAreaElement

/** What shows the text of a match on the page; null where it is not drawn. */
export function elementOf(form: Form, { place }: Pick<FindMatch, 'place'>): HTMLElement | null {
  return shownAt(form, place, place.part)
}

type PlaceInForm = Pick<FindPlace, 'at' | 'inNode'>

function shownAt(form: Form, { at, inNode }: PlaceInForm, part: FindPlace['part']): HTMLElement | null {
  const id = fieldId(form, at)
  const own = document.getElementById(id)
  if (inNode !== null) return own === null ? null : shownInNode(own, inNode, part)
  // Around a text that is edited in place there are its tools.
  if (part === 'value' && own?.getAttribute('role') === 'textbox') return own
  return document.getElementById(`${id}-${part === 'label' ? 'label' : 'control'}`) ?? own
}

/** In a node of a text: where its fields are in a drawer, or the match is in its head, the node itself. */
function shownInNode(text: HTMLElement, place: PlaceInNode, part: FindPlace['part']): HTMLElement | null {
  const found = partOfNode(text, place.nodeId)
  if (found === null || found.form === null) return found?.element ?? null
  if (place.at === '') return found.element.querySelector<HTMLElement>('[data-part-head]')
  return shownAt(found.form, place, part)
}

/** Where the text of a match is drawn: the box that it is typed in, or the stretches of text that say it. */
export function drawnIn(element: HTMLElement, find: FindInText): { boxes: TextBox[]; ranges: Range[] } {
  const part = element.closest('[data-part]')
  const boxes = [...element.querySelectorAll<TextBox>('input, textarea')].filter(
    (box) =>
      box.closest('[data-part]') === part && isUsable(box, element) && foundIn(find, box.value, 1).length > 0,
  )
  return { boxes, ranges: linesOf(element).flatMap((line) => rangesIn(line, find)) }
}

/** Inputs of forms and for choosing files lie unseen beside what is used instead of them. */
function isUsable(control: Element, within: Element): boolean {
  const hider = control.closest('[hidden], [aria-hidden=true]')
  return hider === null || !within.contains(hider)
}

/**
 * The stretch of text that a match is; null where what is drawn of its place is not what is read of it, as where
 * only a part of the text is drawn: it is not known which of them is the one.
 */
export function rangeOf(match: FindMatch, ranges: readonly Range[], find: FindInText): Range | null {
  const isWhole = foundIn(find, match.place.text, ranges.length + 1).length === ranges.length
  return isWhole ? (ranges[match.nth] ?? null) : null
}

const FOCUSABLE = 'input, textarea, [contenteditable=true], button, [tabindex="0"]'

/** Frames in which the editor of a text takes its place. */
const PATIENCE = 60

/** Puts the focus where a match is, with it selected where that can be. False: it is not drawn. */
export function focusMatch(form: Form, match: FindMatch, find: FindInText): boolean {
  const shown = elementOf(form, match)
  if (shown === null) return false
  if (match.place.inNode === null || !approach(form, match)) return focusShown(form, match, find, shown)
  const approached = document.activeElement
  const focus = (left: number): void => {
    requestAnimationFrame(() => {
      if (hasMovedOn(form, match, approached)) return
      const now = elementOf(form, match)
      if (now?.closest('[contenteditable]') != null) focusShown(form, match, find, now)
      else if (left > 0) focus(left - 1)
    })
  }
  focus(PATIENCE)
  return true
}

/** Brings the editor of a text, for what is in it can be used only there. False: it is there, or there will be none. */
function approach(form: Form, { place }: FindMatch): boolean {
  const text = document.getElementById(fieldId(form, place.at))
  if (text === null || isEditable(text) || text.getAttribute('aria-readonly') === 'true') return false
  text.focus({ preventScroll: true })
  return true
}

/** Whoever has gone on to something else by now is not called back. */
function hasMovedOn(form: Form, { place }: FindMatch, approached: Element | null): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement === approached) return false
  return document.getElementById(fieldId(form, place.at))?.contains(activeElement) !== true
}

function focusShown(form: Form, match: FindMatch, find: FindInText, shown: HTMLElement): boolean {
  const { place } = match
  const control =
    place.inNode === null
      ? document.getElementById(`${fieldId(form, place.at)}-control`)
      : shownAt(form, place, 'value')
  const [box] = drawnIn(shown, find).boxes
  const target =
    box ??
    (shown.matches(FOCUSABLE) ? shown : null) ??
    firstIn(control ?? shown) ??
    shown.closest<HTMLElement>(FOCUSABLE)
  if (target === null) return false
  target.focus({ preventScroll: true })
  // What one types next is seen; a text comes into view with what is selected in it.
  if (!isEditable(target)) target.scrollIntoView?.({ block: 'nearest' })
  if (box !== undefined && match.place.part === 'value') selectIn(box, find, match.nth)
  // An editor that gets the focus puts its own selection first.
  else requestAnimationFrame(() => selectText(form, match, find))
  return true
}

function firstIn(element: HTMLElement): HTMLElement | null {
  const all = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return all.find((one) => isUsable(one, element)) ?? null
}

/** Where a text can be edited: one that was only shown has another element once the focus was there. */
function selectText(form: Form, match: FindMatch, find: FindInText): void {
  const text = elementOf(form, match)
  if (text === null || !isEditable(text)) return
  const range = rangeOf(match, drawnIn(text, find).ranges, find)
  if (range === null) return
  select(range)
  range.startContainer.parentElement?.scrollIntoView?.({ block: 'nearest' })
}

/** What jsdom does not know is asked of the attribute. */
function isEditable(element: HTMLElement): boolean {
  return element.isContentEditable || element.getAttribute('contenteditable') === 'true'
}

/** Inputs of an address or a number know no selection by place. */
function selectIn(box: TextBox, find: FindInText, nth: number): void {
  const places = foundIn(find, box.value, nth + 1)
  const place = places[nth] ?? places[0]
  if (place === undefined) return
  if (box.selectionStart === null) box.select()
  else box.setSelectionRange(place.start, place.end)
}

function select(range: Range): void {
  document
    .getSelection()
    ?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
}
