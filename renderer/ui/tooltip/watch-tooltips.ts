/** Milliseconds of hover before the first tooltip. */
const DELAY = 600
/** Milliseconds after a tooltip in which the next one comes at once. */
const COOLDOWN = 500

/** Modifier keys, which do nothing alone. */
const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift'])

export type ShownTooltip = {
  /** Counts up each time a tooltip is shown. */
  number: number
  trigger: HTMLElement
  isOpen: boolean
  /** True if it replaces another one, so that it does not fade in. */
  isInstant: boolean
}

export type TooltipWatch = { close: () => void; stop: () => void }

const triggerOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/**
 * Watches pointer and focus of the window, and reports the tooltip to show: after a hover, or at once with a visible
 * focus; it closes on leave, blur, press, key or removal.
 */
export function watchTooltips(say: (shown: ShownTooltip) => void): TooltipWatch {
  const shown = createShown(say)
  const stopListening = listen(shown)
  return {
    close: shown.close,
    stop() {
      stopListening()
      shown.stop()
    },
  }
}

type Shown = ReturnType<typeof createShown>

/** The tooltip that is shown or about to be. */
function createShown(say: (shown: ShownTooltip) => void) {
  /** The control of the present or coming tooltip. */
  let trigger: HTMLElement | null = null
  let shown: ShownTooltip | null = null
  let isWarm = false
  let opening: number | undefined
  let cooling: number | undefined
  let number = 0
  const gone = new MutationObserver(() => {
    if (shown?.trigger.isConnected === false || shown?.trigger.hasAttribute('data-tooltip') === false) close()
  })

  const open = (isInstant: boolean) => {
    if (trigger?.isConnected !== true || !trigger.hasAttribute('data-tooltip')) return
    clearTimeout(cooling)
    isWarm = true
    number += 1
    shown = { number, trigger, isOpen: true, isInstant }
    gone.observe(document, { childList: true, subtree: true, attributeFilter: ['data-tooltip'] })
    say(shown)
  }
  const close = () => {
    clearTimeout(opening)
    trigger = null
    if (shown === null) return
    gone.disconnect()
    say({ ...shown, isOpen: false })
    shown = null
    clearTimeout(cooling)
    cooling = window.setTimeout(() => {
      isWarm = false
    }, COOLDOWN)
  }
  const begin = (next: HTMLElement, atOnce: boolean) => {
    if (trigger === next && shown !== null) return
    const takesPlace = isWarm
    close()
    trigger = next
    if (takesPlace || atOnce) open(takesPlace)
    else opening = window.setTimeout(() => open(false), DELAY)
  }

  return {
    isFor: (control: HTMLElement) => control === trigger,
    isOpen: () => shown !== null,
    begin,
    close,
    stop: () => {
      gone.disconnect()
      clearTimeout(opening)
      clearTimeout(cooling)
    },
  }
}

/** Follows pointer, focus and keys of the window; returns the function that stops it. */
function listen(shown: Shown): () => void {
  let hovered: HTMLElement | null = null
  /** True after a press of the pointer: the focus that it brings shows no tooltip. */
  let byPointer = false
  let comesBack = false

  const onMove = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    const next = triggerOf(target)
    if (next === hovered) return
    if (hovered !== null && shown.isFor(hovered)) shown.close()
    hovered = next
    if (next !== null) shown.begin(next, false)
  }
  // An element that moves under a resting pointer is not hovered; one that moves away is left.
  const onOver = ({ target }: Event) => {
    if (hovered === null || triggerOf(target) === hovered) return
    if (shown.isFor(hovered)) shown.close()
    hovered = null
  }
  const onOut = ({ relatedTarget }: PointerEvent) => {
    if (relatedTarget === null) onOver(new Event('out'))
  }
  // The focus returns with the window, without the user having moved it.
  const onWindowFocus = ({ target }: Event) => {
    if (target instanceof Node) return
    comesBack = true
  }
  const onFocus = ({ target }: Event) => {
    if (comesBack) {
      comesBack = false
      return
    }
    const next = triggerOf(target)
    if (next === null || next !== target) return
    if (!byPointer) shown.begin(next, true)
  }
  const onLeave = ({ target }: Event) => {
    const left = triggerOf(target)
    if (left !== null && shown.isFor(left)) shown.close()
  }
  const onPress = (event: PointerEvent) => {
    byPointer = true
    comesBack = false
    onLeave(event)
  }
  const onKey = (event: KeyboardEvent) => {
    comesBack = false
    if (!MODIFIERS.has(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey) byPointer = false
    if (shown.isOpen() && event.key === 'Escape') {
      event.stopPropagation()
      shown.close()
    } else onLeave(event)
  }

  const listeners = new AbortController()
  const how = { capture: true, signal: listeners.signal }
  document.addEventListener('pointermove', onMove, { ...how, passive: true })
  document.addEventListener('pointerover', onOver, how)
  document.addEventListener('pointerout', onOut, how)
  document.addEventListener('pointerdown', onPress, how)
  document.addEventListener('focusin', onFocus, how)
  window.addEventListener('focus', onWindowFocus, how)
  document.addEventListener('focusout', onLeave, how)
  document.addEventListener('keydown', onKey, how)
  return () => listeners.abort()
}
