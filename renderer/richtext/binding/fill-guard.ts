import { $getSelection, $isRangeSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'

type Filling = {
  /** Takes the next slice; not inside of an update. */
  fill: () => void
  /** Takes all that is left. */
  finish: () => void
}

const HEARD = [
  'keydown',
  'beforeinput',
  'pointerdown',
  'copy',
  'cut',
  'paste',
  'drop',
  'contextmenu',
] as const

/** Keys that only move the caret need nothing of the missing nodes. */
const CARET_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
/** Milliseconds between checks if an input method is still composing. */
const COMPOSING_MS = 100
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])
const TYPING: ReadonlySet<string> = new Set(['insertText', 'insertCompositionText'])

/**
 * Loads a long text in slices. Input that may need the missing nodes (select all, copy, delete, a command)
 * first loads all of them; plain typing does not.
 */
export class FillGuard {
  readonly #editor: LexicalEditor
  readonly #filling: Filling
  #timer: ReturnType<typeof setTimeout> | null = null
  #document: Document | null = null

  constructor(editor: LexicalEditor, filling: Filling) {
    this.#editor = editor
    this.#filling = filling
  }

  start(): void {
    if (this.#timer === null) this.#next()
    if (this.#document !== null) return
    this.#document = this.#editor.getRootElement()?.ownerDocument ?? document
    for (const type of HEARD) this.#document.addEventListener(type, this.#hear, true)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    for (const type of HEARD) this.#document?.removeEventListener(type, this.#hear, true)
    this.#document = null
  }

  #next(delay = 0): void {
    this.#timer = setTimeout(() => {
      this.#timer = null
      // Nothing is inserted while an input method is composing.
      if (this.#editor.isComposing()) this.#next(COMPOSING_MS)
      else this.#filling.fill()
    }, delay)
  }

  readonly #hear = (event: Event): void => {
    const root = this.#editor.getRootElement()
    // Behind the static text the editor gets no input yet.
    if (root === null || root.closest('[data-behind]') !== null || this.#editor.isComposing()) return
    const isInside = event.target instanceof Node && root.contains(event.target)
    if (!isInside || !this.#mayWait(event)) this.#filling.finish()
  }

  #mayWait(event: Event): boolean {
    if (event.type === 'pointerdown') return true
    if (event instanceof KeyboardEvent) {
      if (MODIFIERS.has(event.key)) return true
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      const isCaret = CARET_KEYS.has(event.key) && !event.shiftKey
      // The browser reports `Process` for any key that an input method takes.
      const isTyped = event.key.length === 1 || event.key === 'Process'
      return isCaret || (isTyped && this.#isCaret())
    }
    return event instanceof InputEvent && TYPING.has(event.inputType) && this.#isCaret()
  }

  #isCaret(): boolean {
    return this.#editor.getEditorState().read(() => {
      const selection = $getSelection()
      return $isRangeSelection(selection) && selection.isCollapsed()
    })
  }
}
