/** Milliseconds that the pointer rests before the first tooltip. */
const DELAY = 600
/** Milliseconds after a tooltip in which the next one comes at once. */
const COOLDOWN = 500

/** Held alone they lead nowhere. */
const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift'])

export type ShownTooltip = {
  /** A new one for each time that one is shown. */
  number: number
  trigger: HTMLElement
  isOpen: boolean
  /** It takes the place of another one, so it does not fade in. */
  isInstant: boolean
}

export type TooltipWatch = { close: () => void; stop: () => void }

const triggerOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/**
 * Listens to pointer and focus of the whole window, and says which element's tooltip is to be seen: after a rest of the
 * pointer, at once where the focus can be seen; gone with the pointer, the focus, a press, a key or the element.
 */
export function watchTooltips(say: (shown: ShownTooltip) => void): TooltipWatch {
  let hovered: HTMLElement | null = null
  /** What is open or will be. */
  let trigger: HTMLElement | null = null
  let shown: ShownTooltip | null = null
  let isWarm = false
  let opening: number | undefined
  let cooling: number | undefined
  let number = 0
  /** The last press was one of the pointer, so a focus that it brings is not looked for. */
  let byPointer = false
  let comesBack = false
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

  const onMove = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    const next = triggerOf(target)
    if (next === hovered) return
    if (hovered !== null && hovered === trigger) close()
    hovered = next
    if (next !== null) begin(next, false)
  }
  // What comes under a pointer that rests is not hovered; what leaves from under it is left.
  const onOver = ({ target }: Event) => {
    if (hovered === null || triggerOf(target) === hovered) return
    if (hovered === trigger) close()
    hovered = null
  }
  const onOut = ({ relatedTarget }: PointerEvent) => {
    if (relatedTarget === null) onOver(new Event('out'))
  }
  // With the window comes back what had the focus in it, which nobody has gone to.
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
    if (!byPointer) begin(next, true)
  }
  const onLeave = ({ target }: Event) => {
    if (trigger !== null && triggerOf(target) === trigger) close()
  }
  const onPress = (event: PointerEvent) => {
    byPointer = true
    comesBack = false
    onLeave(event)
  }
  const onKey = (event: KeyboardEvent) => {
    comesBack = false
    if (!MODIFIERS.has(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey) byPointer = false
    if (shown !== null && event.key === 'Escape') {
      event.stopPropagation()
      close()
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
  return {
    close,
    stop() {
      listeners.abort()
      gone.disconnect()
      clearTimeout(opening)
      clearTimeout(cooling)
    },
  }
}
