import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { topNodes } from '../../shared/fields/richText/nodes.ts'
import { isEmptyRichText } from '../../shared/fields/richText/rich-text.ts'
import { sameJson, type Json } from '../../shared/json.ts'
import { useFieldValue } from '../form/form-context.tsx'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { isOnScreen, watchNear } from '../ui/near-observer/near-observer.ts'
import { SHOW_EVENT } from '../ui/focus/focus-place.ts'
import {
  EditorBoundary,
  PlaceholderText,
  RichTextEditor,
  type Approach,
  type TextBoxProps,
} from './rich-text-editor.tsx'
import { useRichText } from './editor-context.tsx'
import { SLICE } from './binding/insert-later.ts'
import { editorFeatures } from './features/registry.ts'
import { placeAt } from './place-in-dom.ts'
import styles from './rich-text.module.css'
import { ToolbarSlot, WordsInText } from './slots.tsx'
import { StaticText } from './static-text.tsx'

type RichTextBoxProps = {
  text: TextBoxProps
  /** Called when the focus leaves the box. */
  onBlur: () => void
}

/**
 * A rich text in its box: static until the pointer or the focus comes to it, then an editor in the same
 * place.
 */
export function RichTextBox({ text, onBlur }: RichTextBoxProps) {
  const { readOnly, path } = useRichText()
  const { t, language } = useT()
  const state = useApproach(path, readOnly)
  const { approach, value, isFixed, isReady, failed, come, rest } = state
  const { box, setShown } = usePress(value, isFixed, come)
  return (
    <>
      <div
        ref={box}
        className={cx(styles['box'], text.invalid && styles['bad'], isFixed && styles['readonly'])}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
        }}
      >
        {!isReady && (
          <Shown
            value={value}
            text={text}
            isFixed={isFixed}
            onApproach={come}
            onHurry={state.hurryUp}
            onShown={setShown}
          />
        )}
        {approach !== null && (
          <EditorBoundary onFail={() => rest(true)}>
            <RichTextEditor
              approach={approach}
              text={text}
              isReady={isReady}
              onLoaded={state.load}
              onLoading={state.setHurry}
              onRest={rest}
            />
          </EditorBoundary>
        )}
        <WordsInText language={text.lang ?? language} />
      </div>
      {failed && <p className={styles['failed']}>{t('galley:rich-text.cannotOpen')}</p>}
    </>
  )
}

/** Returns the state of a text that is static until it is approached, and edited after that. */
function useApproach(path: string, readOnly: boolean) {
  const [approach, setApproach] = useState<Approach | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const hurry = useRef<(() => void) | null>(null)
  const [failed, setFailed] = useState(false)
  const isFixed = readOnly || failed
  // A text that becomes editable again waits for the next approach, and so takes no focus.
  if (isFixed && approach !== null) {
    setApproach(null)
    setLoaded(false)
  }
  const isApproached = approach !== null && !isFixed
  // A loaded editor has the value itself, so a keystroke does not render this component.
  const isHeld = isApproached && isLoaded
  const value = useFieldValue(path, !isHeld)
  // A short text is ready in the frame of the press.
  const isReady = isHeld || (isApproached && topNodes(value).length <= SLICE)
  const rest = useCallback((hasFailed: boolean): void => {
    setApproach(null)
    setLoaded(false)
    if (hasFailed) setFailed(true)
  }, [])
  const setHurry = useCallback((finish: (() => void) | null) => {
    hurry.current = finish
  }, [])
  const load = useCallback(() => setLoaded(true), [])
  const hurryUp = useCallback(() => {
    if (hurry.current === null) return
    hurry.current()
    // The text may have been loaded already without being drawn.
    setLoaded(true)
  }, [])
  const come = useCallback((how: Approach): void => {
    // While the editor is loading, a press replaces a hover, but a hover never replaces a press.
    setApproach((before) => {
      const isLess = how.by === 'hover' || (how.by === 'focus' && before?.by !== 'hover')
      return before !== null && isLess ? before : how
    })
  }, [])
  return {
    approach: isApproached ? approach : null,
    value,
    isFixed,
    isReady,
    failed,
    come,
    rest,
    load,
    setHurry,
    hurryUp,
  }
}

/** Handles presses of the pointer on the static text. */
function usePress(value: Json, isFixed: boolean, come: (how: Approach) => void) {
  const box = useRef<HTMLDivElement>(null)
  /** The last element that showed the static text. */
  const shown = useRef<HTMLElement | null>(null)
  const setShown = useCallback((element: HTMLElement) => {
    shown.current = element
  }, [])
  const press = useEffectEvent((event: PointerEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest('[data-shown-text]') : null
    if (event.button !== 0 || isFixed || !(pressed instanceof HTMLElement)) return
    // A text inside of a block handles its own presses.
    if (pressed !== shown.current) return
    const { clientX: x, clientY: y } = event
    const place = topNodes(value).length > SLICE ? placeAt(pressed, x, y) : null
    // Synchronous, so that the editor receives the press and the focus is not lost.
    flushSync(() => come({ by: 'pointer', x, y, place }))
    if (!pressed.isConnected) endPress(pressed.ownerDocument)
  })
  useEffect(() => {
    const element = box.current
    // Not a React handler: React drops the event when the pressed element is unmounted during it.
    const listen = (event: PointerEvent): void => press(event)
    element?.addEventListener('pointerdown', listen)
    return () => element?.removeEventListener('pointerdown', listen)
  }, [])
  return { box, setShown }
}

type ShownProps = Pick<RichTextBoxProps, 'text'> & {
  value: Json
  isFixed: boolean
  onApproach: (approach: Approach) => void
  /** Called when a key is pressed before the editor is ready. */
  onHurry: () => void
  onShown: (element: HTMLElement) => void
}

function Shown({ value, text, isFixed, onApproach, onHurry, onShown }: ShownProps) {
  const { config } = useRichText()
  const box = useRef<HTMLDivElement>(null)
  const changedAt = useChangedAt(value)
  const count = topNodes(value).length
  const most = useDrawn(useNear(box), count)
  const commands = useOfferedCommands(isFixed)
  // Synchronous, so that the editor receives the press and the focus is not lost.
  const approach = (how: Approach): void => flushSync(() => onApproach(how))
  useShown({ box, isFixed, changedAt, onApproach, onShown })
  const { id, lang, dir, invalid, placeholder, 'aria-required': required, ...aria } = text
  const written = <StaticText value={value} config={config} most={most} isRead={isFixed} />
  if (isFixed)
    return (
      <div className={styles['place']}>
        {/* To be read part by part: in a box to write in there would only be its words. */}
        <div
          ref={box}
          data-shown-text=""
          id={id}
          className={styles['text']}
          role="document"
          lang={lang}
          data-empty-lines={dir}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Somebody is led to it, and what is in it scrolls.
          tabIndex={0}
          {...aria}
        >
          {written}
        </div>
      </div>
    )
  return (
    <>
      <ToolbarSlot editor={null} commands={commands} onApproach={() => approach({ by: 'hover' })} />
      <div className={styles['place']}>
        <div
          ref={box}
          data-shown-text=""
          id={id}
          className={styles['text']}
          role="textbox"
          aria-multiline
          aria-placeholder={placeholder}
          aria-invalid={invalid || undefined}
          aria-required={required}
          lang={lang}
          data-empty-lines={dir}
          tabIndex={0}
          onFocus={() => approach({ by: 'focus' })}
          onKeyDown={() => {
            // The editor is ready after that, so it receives the key.
            flushSync(onHurry)
          }}
          onPointerEnter={({ buttons }) => {
            // With a pressed button the pointer is selecting text of the page.
            if (buttons === 0) approach({ by: 'hover' })
          }}
          {...aria}
        >
          {written}
        </div>
        {isEmptyRichText(value) && <PlaceholderText text={placeholder} />}
      </div>
    </>
  )
}

/** Returns the commands of the editor that will replace the static text; none if it is read-only. */
function useOfferedCommands(isFixed: boolean) {
  const { config } = useRichText()
  const texts = useT()
  return useMemo(() => {
    if (isFixed) return []
    const offered = editorFeatures.filter(({ isOffered }) => isOffered?.(config) ?? true)
    return offered.flatMap((feature) => feature.commands?.(config, texts) ?? [])
  }, [isFixed, config, texts])
}

/** Passes the element of the static text to the box, and opens the editor when SHOW_EVENT asks for it. */
function useShown({
  box,
  isFixed,
  changedAt,
  onApproach,
  onShown,
}: Pick<ShownProps, 'isFixed' | 'onApproach' | 'onShown'> & {
  box: RefObject<HTMLDivElement | null>
  /** Index of the top-level node that changed last. */
  changedAt: { readonly current: number | null }
}): void {
  useLayoutEffect(() => {
    if (box.current !== null) onShown(box.current)
  }, [box, onShown])
  useEffect(() => {
    const element = box.current
    if (element === null || isFixed) return
    const show = (event: Event): void => {
      event.preventDefault()
      element.scrollIntoView({ block: 'nearest' })
      flushSync(() => onApproach({ by: 'show', at: changedAt.current }))
    }
    element.addEventListener(SHOW_EVENT, show)
    return () => element.removeEventListener(SHOW_EVENT, show)
  }, [box, isFixed, onApproach, changedAt])
}

/**
 * Ends the press that opened the editor. The browser would apply the rest of it to the removed static text,
 * and take the focus from the editor.
 */
function endPress(document: Document): void {
  const end = new AbortController()
  const options = { signal: end.signal, capture: true }
  document.addEventListener('mousedown', (event) => event.preventDefault(), options)
  // A press whose end was missed ends with the next one.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'])
    document.addEventListener(type, () => end.abort(), options)
}

/** Top-level nodes that are drawn of a text far from the screen, so that it does not delay the document. */
const DRAWN_AFAR = 60

/** Top-level nodes that are added per render when the text is near. */
const DRAWN_AT_ONCE = 500

/** Returns the number of top-level nodes to draw; a long text grows step by step. */
function useDrawn(isNear: boolean, count: number): number {
  const [drawn, setDrawn] = useState(DRAWN_AFAR)
  const isAll = drawn >= count
  useEffect(() => {
    if (isNear && !isAll) startTransition(() => setDrawn(drawn + DRAWN_AT_ONCE))
  }, [isNear, isAll, drawn])
  return drawn
}

/** True once an element came near the screen; it stays so. */
function useNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isNear || element === null) return
    const come = (): void => startTransition(() => setNear(true))
    if (isOnScreen(element)) come()
    return watchNear(element, (near) => near && come())
  }, [ref, isNear])
  return isNear
}

/** The index of the first top-level node that the newest change of the value changed; null: it did not change. */
function useChangedAt(value: Json): { readonly current: number | null } {
  const last = useRef(value)
  const at = useRef<number | null>(null)
  useEffect(() => {
    const [before, now] = [topNodes(last.current), topNodes(value)]
    if (last.current === value) return
    last.current = value
    const index = now.findIndex((node, place) => !sameJson(node, before[place]))
    at.current = index === -1 ? now.length : index
  }, [value])
  return at
}
