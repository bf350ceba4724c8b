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
import { EditorBoundary } from './editor-boundary.tsx'
import { useRichText } from './editor-context.tsx'
import { SLICE } from './binding/insert-later.ts'
import { editorFeatures } from './features/registry.ts'
import { placeAt } from './place-in-dom.ts'
import { PlaceholderText, RichTextEditor, type Approach, type TextBoxProps } from './rich-text-editor.tsx'
import styles from './rich-text.module.css'
import { ToolbarSlot } from './slots.tsx'
import { StaticText } from './static-text.tsx'
import { WordsInText } from './word-count/words-in-text.tsx'

type RichTextBoxProps = {
  text: TextBoxProps
  /** The focus left the box. */
  onBlur: () => void
}

/** A text in its box: only shown until it is approached, then edited in the same place. */
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

/** The state of a text that is only shown until it is approached, and edited from then on. */
function useApproach(path: string, readOnly: boolean) {
  const [approach, setApproach] = useState<Approach | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const hurry = useRef<(() => void) | null>(null)
  const [failed, setFailed] = useState(false)
  const isFixed = readOnly || failed
  // Once it may be edited again it waits for somebody to come, and takes the focus from nobody.
  if (isFixed && approach !== null) {
    setApproach(null)
    setLoaded(false)
  }
  const isApproached = approach !== null && !isFixed
  // The editor holds it from then on: what is typed renders nothing here.
  const isHeld = isApproached && isLoaded
  const value = useFieldValue(path, !isHeld)
  // A short one is there at once, in the frame of the press.
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
    // Everything was loaded before, and only not drawn yet.
    setLoaded(true)
  }, [])
  const come = useCallback((how: Approach): void => {
    // While it is made ready: a press brings the focus along, and the pointer that comes by takes nothing away.
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

/** Follows presses of the pointer at the text that is shown. */
function usePress(value: Json, isFixed: boolean, come: (how: Approach) => void) {
  const box = useRef<HTMLDivElement>(null)
  /** The element that shows the text, or did last. */
  const shown = useRef<HTMLElement | null>(null)
  const setShown = useCallback((element: HTMLElement) => {
    shown.current = element
  }, [])
  const press = useEffectEvent((event: PointerEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest('[data-shown-text]') : null
    if (event.button !== 0 || isFixed || !(pressed instanceof HTMLElement)) return
    // A text in a block of this one answers for itself.
    if (pressed !== shown.current) return
    const { clientX: x, clientY: y } = event
    const place = topNodes(value).length > SLICE ? placeAt(pressed, x, y) : null
    // At once: the press goes to the editor, and the focus is not lost on the way.
    flushSync(() => come({ by: 'pointer', x, y, place }))
    if (!pressed.isConnected) endPress(pressed.ownerDocument)
  })
  useEffect(() => {
    const element = box.current
    // Not by React, which tells nobody of a press at what it has taken off the screen at that very moment.
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
  /** Somebody types, and the editor is not there yet. */
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
  // At once: the press that brought it here goes to the editor, and the focus is not lost on the way.
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
            // The key is the editor's then.
            flushSync(onHurry)
          }}
          onPointerEnter={({ buttons }) => {
            // Whoever marks a text of the page with the pointer goes on doing so.
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

/** The commands that the editor of the text will have; none if it is only read. */
function useOfferedCommands(isFixed: boolean) {
  const { config } = useRichText()
  const texts = useT()
  return useMemo(() => {
    if (isFixed) return []
    const offered = editorFeatures.filter(({ isOffered }) => isOffered?.(config) ?? true)
    return offered.flatMap((feature) => feature.commands?.(config, texts) ?? [])
  }, [isFixed, config, texts])
}

/** Tells the box of the element that shows the text, and approaches it when an event asks to show it. */
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
 * A press that brought the editor has put its caret. What the browser would still do with it is meant for what is gone,
 * and would take the focus from the editor.
 */
function endPress(document: Document): void {
  const end = new AbortController()
  const options = { signal: end.signal, capture: true }
  document.addEventListener('mousedown', (event) => event.preventDefault(), options)
  // One that nobody heard the end of is over with the next.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'])
    document.addEventListener(type, () => end.abort(), options)
}

/** Top-level nodes of a text that is far from the screen: a document with many texts opens no later for it. */
const DRAWN_AFAR = 60

/** How many more are drawn at a time of one that is near. */
const DRAWN_AT_ONCE = 500

/** How many top-level nodes are drawn: those of a long text come by and by. */
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
