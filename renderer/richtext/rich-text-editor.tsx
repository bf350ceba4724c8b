import {
  createLexicalComposerContext,
  LexicalComposerContext,
  type LexicalComposerContextWithEditor,
} from '@lexical/react/LexicalComposerContext'
import { $getRoot, $isParagraphNode, type LexicalEditor } from 'lexical'
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type AriaAttributes,
} from 'react'
import { nodeSchema } from '../../shared/fields/richText/merge-fields.ts'
import { useT } from '../i18n/use-t.ts'
import { isOnScreen } from '../ui/near-observer/near-observer.ts'
import { EditorBinding } from './binding/editor-binding.ts'
import { createRichTextEditor } from './create-editor.ts'
import { Decorators } from './decorators.tsx'
import { useRichText } from './editor-context.tsx'
import { editorFeatures } from './features/registry.ts'
import { keepLive } from './live-editors.ts'
import { caretIn, type PlaceInDom } from './place-in-dom.ts'
import styles from './rich-text.module.css'
import { SHOW_EVENT } from '../ui/focus/focus-place.ts'
import { AroundTextSlot, ToolbarSlot } from './slots.tsx'

/** How a text came to be edited: where its caret goes. */
export type Approach =
  /** The pointer is over it. */
  | { by: 'hover' }
  /** In CSS pixels of the window; `place`: the same in a long text, which may have been scrolled since. */
  | { by: 'pointer'; x: number; y: number; place: PlaceInDom | null }
  | { by: 'focus' }
  /** Somebody is led to what was changed: a top-level node by its index; null: to the text. */
  | { by: 'show'; at: number | null }

export type TextBoxProps = Pick<AriaAttributes, 'aria-labelledby' | 'aria-describedby' | 'aria-required'> & {
  id: string
  lang: string | undefined
  /** Direction of its content locale; written text tells its own. */
  dir: 'ltr' | 'rtl' | 'auto'
  invalid: boolean
  placeholder: string
}

type RichTextEditorProps = {
  approach: Approach
  text: TextBoxProps
  /** False: the static text is still shown, and this one is made ready behind it. */
  isReady: boolean
  /** It holds all of the text. */
  onLoaded: () => void
  /** Says what loads all of it at once, for who cannot wait; null: it is gone. */
  onLoading: (finish: (() => void) | null) => void
  /** The static text takes its place again. `failed`: it cannot be edited here. */
  onRest: (failed: boolean) => void
}

/**
 * The editor in a box: made for what the form holds, and bound to it as long as it is there. What is typed goes from it
 * to the form and renders nothing here.
 */
export const RichTextEditor = memo(function RichTextEditor(props: RichTextEditorProps) {
  const { approach, text, isReady, onLoaded, onLoading, onRest } = props
  const { form, path, config } = useRichText()
  const texts = useT()
  const [made] = useState(() => {
    let failed = false
    const created = createRichTextEditor(config, editorFeatures, (error) => {
      failed = true
      console.error(error)
    })
    const binding = new EditorBinding(created.editor, {
      value: form.getField(path).value,
      schema: nodeSchema(config, form.types),
      store(value, how) {
        form.setField(path, value, how)
        return form.getField(path).value
      },
    })
    const theme = createLexicalComposerContext(null, null)
    const context: LexicalComposerContextWithEditor = [created.editor, theme]
    return { ...created, binding, context, failed }
  })
  const { editor, binding, offered } = made
  const commands = useMemo(
    () => offered.flatMap((feature) => feature.commands?.(config, texts) ?? []),
    [offered, config, texts],
  )
  useEnd(made.end)
  useBinding(binding, form, path)
  useLoaded(binding, onLoaded, onLoading)
  useApproach(editor, binding, approach, isReady)
  useLive(editor, onRest)
  const { failed } = made
  const fail = useEffectEvent(() => onRest(true))
  useEffect(() => {
    if (failed) fail()
  }, [failed])
  const root = useCallback((element: HTMLElement | null) => editor.setRootElement(element), [editor])
  const { id, lang, dir, invalid, placeholder, ...aria } = text
  return (
    <LexicalComposerContext value={made.context}>
      {isReady && <ToolbarSlot editor={editor} commands={commands} />}
      <div
        className={styles['place']}
        data-behind={isReady ? undefined : ''}
        aria-hidden={isReady ? undefined : true}
      >
        <div
          ref={root}
          id={isReady ? id : undefined}
          className={styles['text']}
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          aria-multiline
          aria-placeholder={placeholder}
          aria-invalid={invalid || undefined}
          lang={lang}
          data-empty-lines={dir}
          spellCheck
          tabIndex={isReady ? 0 : -1}
          {...aria}
        />
        <Placeholder editor={editor} text={placeholder} />
      </div>
      <Decorators editor={editor} />
      {offered.map(({ name, Beside }) => Beside !== undefined && <Beside key={name} />)}
      {isReady && <AroundTextSlot editor={editor} commands={commands} />}
    </LexicalComposerContext>
  )
})

/** The placeholder of an empty text. */
export function PlaceholderText({ text }: { text: string }) {
  return (
    <div aria-hidden dir="auto" className={styles['placeholder']}>
      {text}
    </div>
  )
}

function Placeholder({ editor, text }: { editor: LexicalEditor; text: string }) {
  const subscribe = useCallback((listener: () => void) => editor.registerUpdateListener(listener), [editor])
  const isEmpty = useSyncExternalStore(subscribe, () => isEmptyText(editor))
  return isEmpty && <PlaceholderText text={text} />
}

function isEmptyText(editor: LexicalEditor): boolean {
  if (editor.isComposing()) return false
  return editor.getEditorState().read(() => {
    const root = $getRoot()
    const first = root.getFirstChild()
    return root.getChildrenSize() < 2 && (first === null || ($isParagraphNode(first) && first.isEmpty()))
  })
}

/** Ends what was begun with a state once the component is gone for good; not where React only tries it. */
function useEnd(end: () => void): void {
  const there = useRef(false)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
      queueMicrotask(() => {
        if (!there.current) end()
      })
    }
  }, [end])
}

type Form = Pick<ReturnType<typeof useRichText>['form'], 'getField' | 'subscribeField'>

function useBinding(binding: EditorBinding, form: Form, path: string): void {
  useLayoutEffect(() => {
    const stop = binding.start()
    const read = (): void => binding.receive(form.getField(path).value)
    read()
    const unsubscribe = form.subscribeField(path, read)
    return () => {
      unsubscribe()
      stop()
    }
  }, [binding, form, path])
}

function useLoaded(
  binding: EditorBinding,
  onLoaded: () => void,
  onLoading: RichTextEditorProps['onLoading'],
): void {
  const tell = useEffectEvent(onLoaded)
  useLayoutEffect(() => {
    onLoading(() => binding.finish())
    if (binding.isLoaded) tell()
    const stop = binding.onLoaded(() => tell())
    return () => {
      onLoading(null)
      stop()
    }
  }, [binding, onLoading])
}

/** Puts the caret where the person wants it, once, and again wherever somebody is led here. */
function useApproach(
  editor: LexicalEditor,
  binding: EditorBinding,
  approach: Approach,
  isReady: boolean,
): void {
  const isDone = useRef(false)
  const take = useEffectEvent((how: Approach) => {
    const root = editor.getRootElement()
    if (root === null || isDone.current) return
    // A passing pointer may still press.
    isDone.current = how.by !== 'hover'
    if (how.by === 'show' && how.at !== null) binding.changedAt(how.at)
    if (how.by !== 'hover') root.focus({ preventScroll: true })
    if (how.by === 'pointer') {
      const { x, y, place } = how
      if (place !== null) caretIn(root, place)
      else caretAt(root, x, y)
    }
    if (how.by === 'show') binding.takeChangedPlace()
  })
  useLayoutEffect(() => {
    if (isReady) take(approach)
  }, [approach, isReady])
  useLayoutEffect(() => {
    const root = editor.getRootElement()
    if (root === null || !isReady) return
    const show = (event: Event): void => {
      root.focus({ preventScroll: true })
      if (binding.takeChangedPlace()) event.preventDefault()
    }
    root.addEventListener(SHOW_EVENT, show)
    return () => root.removeEventListener(SHOW_EVENT, show)
  }, [editor, binding, isReady])
}

/** The caret at a place of the window, as a click there would put it. */
function caretAt(root: HTMLElement, x: number, y: number): void {
  const document = root.ownerDocument
  // Without layout there are no places either.
  const place = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(x, y) : null
  if (place === null || !root.contains(place.offsetNode)) return
  document.getSelection()?.collapse(place.offsetNode, place.offset)
}

function useLive(editor: LexicalEditor, onRest: (failed: boolean) => void): void {
  const rest = useEffectEvent(() => onRest(false))
  useEffect(
    () =>
      keepLive({
        isIdle() {
          const root = editor.getRootElement()
          if (root === null) return true
          return !root.contains(document.activeElement) && !editor.isComposing() && !isOnScreen(root)
        },
        rest,
      }),
    [editor],
  )
}
