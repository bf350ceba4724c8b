import { fieldId } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'
import { foundIn, type FindInText } from './find-in-text.ts'
import type { FindMatch } from './find-matches.ts'
import { linesOf, rangesIn } from './text-lines.ts'

type Form = Pick<FormState, 'id'>
type TextBox = HTMLInputElement | HTMLTextAreaElement

/** What shows the text of a match on the page; null where it is not drawn. */
export function elementOf(form: Form, { place }: FindMatch): HTMLElement | null {
  const id = fieldId(form, place.at)
  const own = document.getElementById(id)
  // Around a text that is edited in place there are its tools.
  if (place.part === 'value' && own?.getAttribute('role') === 'textbox') return own
  return document.getElementById(`${id}-${place.part === 'label' ? 'label' : 'control'}`) ?? own
}

/** Where the text of a match is drawn: the box that it is typed in, or the stretches of text that say it. */
export function drawnIn(element: HTMLElement, find: FindInText): { boxes: TextBox[]; ranges: Range[] } {
  const boxes = [...element.querySelectorAll<TextBox>('input, textarea')].filter(
    (box) => box.closest('[data-part]') === null && foundIn(find, box.value, 1).length > 0,
  )
  return { boxes, ranges: linesOf(element).flatMap((line) => rangesIn(line, find)) }
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

/** Puts the focus where a match is, with it selected where that can be. False: it is not drawn. */
export function focusMatch(form: Form, match: FindMatch, find: FindInText): boolean {
  const shown = elementOf(form, match)
  if (shown === null) return false
  const id = fieldId(form, match.place.at)
  const control = document.getElementById(`${id}-control`)
  const [box] = drawnIn(shown, find).boxes
  const target =
    box ??
    (shown.matches(FOCUSABLE) ? shown : null) ??
    (control ?? shown).querySelector<HTMLElement>(FOCUSABLE) ??
    shown.closest<HTMLElement>(FOCUSABLE)
  if (target === null) return false
  target.focus({ preventScroll: true })
  if (box !== undefined && match.place.part === 'value') selectIn(box, find, match.nth)
  // An editor that gets the focus puts its own selection first.
  else requestAnimationFrame(() => selectText(form, match, find))
  return true
}

/** Where a text can be edited: one that was only shown has another element once the focus was there. */
function selectText(form: Form, match: FindMatch, find: FindInText): void {
  const text = elementOf(form, match)
  if (text === null || !isEditable(text)) return
  const range = rangeOf(match, drawnIn(text, find).ranges, find)
  if (range !== null) select(range)
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
