import { MAIN_HEADING_ID } from '../screen-header/main-heading.ts'

/** Where an element stands, to find what is there once it has gone. */
export type FocusPlace = {
  element: Element
  /** The element and what it stands in, up to the body, each with what stands beside it. */
  trail: { element: Element; next: Element | null; previous: Element | null }[]
}

export function placeOf(focused: Element | null): FocusPlace | null {
  if (focused === null || focused === document.body) return null
  const element = openerOf(focused)
  const trail: FocusPlace['trail'] = []
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement)
    trail.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling })
  return { element, trail }
}

/** An entry of a menu is gone as soon as it was chosen: what counts is the button that the menu belongs to. */
function openerOf(element: Element): Element {
  const menu = element.closest('[role=menu]')
  const button = menu === null ? null : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return button?.matches('button') === true ? button : element
}

/**
 * Puts the focus back to a place: on the element, else on what was drawn anew in its place, else on what now stands
 * where it stood, else on the dialog or the heading of the screen that it belonged to.
 */
export function focusPlace(place: FocusPlace | null): void {
  const target = place === null ? null : (stillThere(place) ?? inItsPlace(place))
  ;(target ?? document.getElementById(MAIN_HEADING_ID))?.focus({ preventScroll: true })
}

function stillThere({ element }: FocusPlace): HTMLElement | null {
  const same = element.isConnected ? element : element.id === '' ? null : document.getElementById(element.id)
  return same instanceof HTMLElement && same.closest('[inert], [hidden]') === null ? same : null
}

function inItsPlace({ trail }: FocusPlace): HTMLElement | null {
  const at = trail.findIndex(({ element }) => element.isConnected)
  const gone = trail[at - 1]
  if (at === -1 || gone === undefined) return null
  const rest = trail.slice(at).map(({ element }) => element)
  const end = rest.findIndex(isScreen)
  const around = (end === -1 ? rest : rest.slice(0, end)).slice(0, NEAR)
  for (const near of around.length === 0 ? [] : [gone.next, gone.previous, ...around]) {
    const first = near?.isConnected === true ? firstFocusable(near) : null
    if (first !== null) return first
  }
  const dialog = rest.find((element) => element.matches(DIALOG))
  return dialog instanceof HTMLElement ? dialog : null
}

/** So many elements up something is still beside what has gone, as in the same field; further away it is not. */
const NEAR = 4

const DIALOG = '[role=dialog], [role=alertdialog]'

/** Whether an element holds a whole screen or dialog: what is in it may be far from the place. */
function isScreen(element: Element): boolean {
  return (
    element.matches(`main, ${DIALOG}`) || element.querySelector(`#${MAIN_HEADING_ID}, [role=dialog]`) !== null
  )
}

const FOCUSABLE = 'a[href], button, input, textarea, [tabindex="0"], [contenteditable=true]'

/** The first of an element, itself included, that takes the focus. */
export function firstFocusable(within: Element): HTMLElement | null {
  const all = [within, ...within.querySelectorAll(FOCUSABLE)]
  const first = all.find((one) => one.matches(FOCUSABLE) && isUsable(one))
  return first instanceof HTMLElement ? first : null
}

const FIELD =
  'input, textarea, [contenteditable=true], [role=textbox][tabindex], [role=spinbutton], button[aria-haspopup=listbox]'

/** The first field in an element; of radio buttons the chosen one. */
export function firstField(within: Element): HTMLElement | null {
  const field = [...within.querySelectorAll(FIELD)].find(isUsable)
  if (!(field instanceof HTMLElement)) return null
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  const group = field.closest('[role=radiogroup]')
  return group?.querySelector<HTMLInputElement>('input:checked') ?? field
}

/** Inputs of forms and for choosing files lie unseen beside what is used instead of them. */
function isUsable(element: Element): boolean {
  return (
    element.closest('[hidden], [inert], [aria-hidden=true]') === null &&
    !element.matches(':disabled, [type=hidden], [type=file]')
  )
}
