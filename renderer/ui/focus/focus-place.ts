/** The position of an element, to find a replacement after its removal. */
export type FocusPlace = {
  element: Element
  /** The element and its ancestors up to the body, each with its siblings. */
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

/** A chosen menu entry is removed at once, so the menu's button counts. */
function openerOf(element: Element): Element {
  const menu = element.closest('[role=menu]')
  const button = menu === null ? null : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return button?.matches('button') === true ? button : element
}

/** By dialog: the place that had the focus before the dialog was opened, null without one. */
const openedFrom = new WeakMap<Element, FocusPlace | null>()

/**
 * Stores the element that opened a dialog, for a dialog that replaces this one, such as the document after
 * its placeholder.
 */
export function noteOpener(dialog: Element, place: FocusPlace | null): void {
  openedFrom.set(dialog, place)
}

/**
 * Restores the focus: to the element, else to a redrawn copy, else to what opened its dialog if that has gone, else to
 * the element now at its position, else to its dialog, else to the heading of the screen.
 */
export function focusPlace(place: FocusPlace | null): void {
  const target = place === null ? null : (stillThere(place) ?? fromGoneDialog(place) ?? inItsPlace(place))
  ;(target ?? document.getElementById(MAIN_HEADING_ID))?.focus({ preventScroll: true })
}

function fromGoneDialog({ trail }: FocusPlace): HTMLElement | null {
  const dialog = trail.find(({ element }) => element.matches(DIALOG))?.element
  const opener = dialog === undefined || dialog.isConnected ? null : (openedFrom.get(dialog) ?? null)
  return opener === null ? null : (stillThere(opener) ?? fromGoneDialog(opener) ?? inItsPlace(opener))
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

/** Number of levels up in which a sibling still counts as near, such as within a field. */
const NEAR = 4

const DIALOG = '[role=dialog], [role=alertdialog]'

/** True if an element contains a whole screen or dialog, so that its content may be far away. */
function isScreen(element: Element): boolean {
  return (
    element.matches(`main, ${DIALOG}`) || element.querySelector(`#${MAIN_HEADING_ID}, [role=dialog]`) !== null
  )
}

const FOCUSABLE = 'a[href], button, input, textarea, [tabindex="0"], [contenteditable=true]'

/** Returns the first focusable element within another, itself included. */
export function firstFocusable(within: Element): HTMLElement | null {
  const all = [within, ...within.querySelectorAll(FOCUSABLE)]
  const first = all.find((one) => one.matches(FOCUSABLE) && isUsable(one))
  return first instanceof HTMLElement ? first : null
}

const FIELD =
  'input, textarea, [contenteditable=true], [role=textbox][tabindex], [role=spinbutton], button[aria-haspopup=listbox]'

/** Returns the first field in an element; of radio buttons the chosen one. */
export function firstField(within: Element): HTMLElement | null {
  const field = [...within.querySelectorAll(FIELD)].find(isUsable)
  if (!(field instanceof HTMLElement)) return null
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  const group = field.closest('[role=radiogroup]')
  return group?.querySelector<HTMLInputElement>('input:checked') ?? field
}

/** False for hidden, inert and disabled elements, and for file inputs, which are behind a custom control. */
function isUsable(element: Element): boolean {
  return (
    element.closest('[hidden], [inert], [aria-hidden=true]') === null &&
    !element.matches(':disabled, [type=hidden], [type=file]')
  )
}

/** Id of the one h1 of the window: it takes the focus on navigation, and the skip link leads to it. */
export const MAIN_HEADING_ID = 'main-heading'

/**
 * Dispatched on an element before a reveal focuses it. A listener that focuses a better position inside
 * prevents the default.
 */
export const SHOW_EVENT = 'galley-show'
