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

/** Returns the element with the text of a match; null if it is not drawn. */
export function elementOf(form: Form, { place }: Pick<FindMatch, 'place'>): HTMLElement | null {
  return shownAt(form, place, place.part)
}

type PlaceInForm = Pick<FindPlace, 'at' | 'inNode'>

function shownAt(form: Form, { at, inNode }: PlaceInForm, part: FindPlace['part']): HTMLElement | null {
  const id = fieldId(form, at)
  const own = document.getElementById(id)
  if (inNode !== null) return own === null ? null : shownInNode(own, inNode, part)
  // The tools of an editor surround its text box.
  if (part === 'value' && own?.getAttribute('role') === 'textbox') return own
  // The head of a row shows the type of the block and, as its label, the name.
  if (own?.getAttribute('data-part') === 'toggle') {
    const shown = part === 'value' ? '[data-row-label]' : '[data-row-type]'
    return own.querySelector<HTMLElement>(shown) ?? own
  }
  return document.getElementById(`${id}-${part === 'label' ? 'label' : 'control'}`) ?? own
}

/**
 * Returns the element in a node of a rich text: the node itself if its fields are in a drawer, its head for a match in
 * that, else an element of its fields.
 */
function shownInNode(text: HTMLElement, place: PlaceInNode, part: FindPlace['part']): HTMLElement | null {
  const found = partOfNode(text, place.nodeId)
  if (found === null || found.form === null) return found?.element ?? null
  if (place.at === '') return found.element.querySelector<HTMLElement>('[data-part-head]')
  return shownAt(found.form, place, part)
}

/** Returns the inputs and text ranges with matches in an element. */
export function drawnIn(element: HTMLElement, find: FindInText): { boxes: TextBox[]; ranges: Range[] } {
  const part = element.closest('[data-part]')
  const boxes = [...element.querySelectorAll<TextBox>('input, textarea')].filter(
    (box) =>
      box.closest('[data-part]') === part && isUsable(box, element) && foundIn(find, box.value, 1).length > 0,
  )
  return { boxes, ranges: linesOf(element).flatMap((line) => rangesIn(line, find)) }
}

/** False for hidden inputs behind a custom control. */
function isUsable(control: Element, within: Element): boolean {
  const hider = control.closest('[hidden], [aria-hidden=true]')
  return hider === null || !within.contains(hider)
}

/**
 * Returns the range of a match; null if the drawn text differs from the model, as when only a part is drawn, so that
 * the match cannot be identified.
 */
export function rangeOf(match: FindMatch, ranges: readonly Range[], find: FindInText): Range | null {
  const isWhole = foundIn(find, match.place.text, ranges.length + 1).length === ranges.length
  return isWhole ? (ranges[match.nth] ?? null) : null
}

const FOCUSABLE = 'input, textarea, [contenteditable=true], button, [tabindex="0"]'

/** Frames to wait for the editor of a text. */
const PATIENCE = 60

/** Focuses a match, and selects it if possible. Returns false if it is not drawn, or nothing there takes the focus. */
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

/**
 * Mounts the editor of a text, whose content is usable only there. Returns false if it is mounted already, or cannot
 * be.
 */
function approach(form: Form, { place }: FindMatch): boolean {
  const text = document.getElementById(fieldId(form, place.at))
  if (text === null || isEditable(text) || text.getAttribute('aria-readonly') === 'true') return false
  text.focus({ preventScroll: true })
  return true
}

/** True if the user has moved the focus meanwhile. */
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
  // The input must be visible; an editor scrolls to its selection.
  if (!isEditable(target)) target.scrollIntoView?.({ block: 'nearest' })
  if (box !== undefined && match.place.part === 'value') selectIn(box, find, match.nth)
  // An editor first sets its own selection on focus.
  else requestAnimationFrame(() => selectText(form, match, find))
  return true
}

function firstIn(element: HTMLElement): HTMLElement | null {
  const all = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return all.find((one) => isUsable(one, element)) ?? null
}

/** Selects the match in the editor, which has replaced the read-only text on focus. */
function selectText(form: Form, match: FindMatch, find: FindInText): void {
  const text = elementOf(form, match)
  if (text === null || !isEditable(text)) return
  const range = rangeOf(match, drawnIn(text, find).ranges, find)
  if (range === null) return
  select(range)
  range.startContainer.parentElement?.scrollIntoView?.({ block: 'nearest' })
}

/** Checks the attribute, too, since jsdom lacks the property. */
function isEditable(element: HTMLElement): boolean {
  return element.isContentEditable || element.getAttribute('contenteditable') === 'true'
}

/** Selects a match in an input; e-mail and number inputs have no selection by index. */
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
