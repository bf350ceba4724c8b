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
  Component,
  type ReactNode,
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

/** Reason that an editor was opened, which decides the position of the caret. */
export type Approach =
  /** The pointer is over it. */
  | { by: 'hover' }
  /**
   * A press at a point of the window, in CSS pixels. `place`: the position in a long text, which may have
   * scrolled since.
   */
  | { by: 'pointer'; x: number; y: number; place: PlaceInDom | null }
  | { by: 'focus' }
  /** A reveal of a change. `at`: index of its top-level node; null: the text itself. */
  | { by: 'show'; at: number | null }

export type TextBoxProps = Pick<AriaAttributes, 'aria-labelledby' | 'aria-describedby' | 'aria-required'> & {
  id: string
  lang: string | undefined
  /** Direction of the content locale; typed text has its own. */
  dir: 'ltr' | 'rtl' | 'auto'
  invalid: boolean
  placeholder: string
}

type RichTextEditorProps = {
  approach: Approach
  text: TextBoxProps
  /** False while the editor loads behind the static text. */
  isReady: boolean
  /** Called when the editor has the whole text. */
  onLoaded: () => void
  /** Called with a function that loads the rest at once, and with null when the editor is gone. */
  onLoading: (finish: (() => void) | null) => void
  /** Called to show the static text again. `failed`: the text cannot be edited. */
  onRest: (failed: boolean) => void
}

/**
 * The editor in a box, bound to the form's value while mounted. A keystroke goes to the form and does not
 * render this component.
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

/** Calls `end` after the final unmount; not after the trial unmount of React's strict mode. */
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

/**
 * Puts the caret where the approach asks for it, once, and at the last change whenever SHOW_EVENT asks for
 * it.
 */
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
    // After a hover the caret is not set for good, since a press may follow.
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

/** Puts the caret at a point of the window, as a click there would. */
function caretAt(root: HTMLElement, x: number, y: number): void {
  const document = root.ownerDocument
  // Environments without layout do not have this method.
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

type EditorBoundaryProps = { onFail: () => void; children: ReactNode }

/** Catches a failing editor, so that the rest of the screen stays. Its content is in the form. */
export class EditorBoundary extends Component<EditorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(): void {
    this.props.onFail()
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
