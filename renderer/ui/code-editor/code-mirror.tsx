import { defaultKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit, type LanguageSupport } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { changedPart, typedInto, withPlainBreaks } from '../text-change/line-breaks.ts'
import styles from './code-editor.module.css'
import { codeTheme, styleRoot } from './code-theme.ts'

export type CodeEditorProps = {
  /** Id of the input element. */
  id: string
  value: string
  /** `composing`: an input method is composing, so the text is not final. */
  onChange: (value: string, composing: boolean) => void
  onBlur: () => void
  /** Monaco's name of the language; null: plain text. */
  language: string | null
  readOnly: boolean
  invalid: boolean
  required: boolean
  lineNumbers: boolean
  wrap: boolean
  insertSpaces: boolean
  tabSize: number
  /** Largest height in CSS pixels; null: as high as its lines. */
  maxHeight?: number | null
  'aria-labelledby': string
  'aria-describedby'?: string | undefined
}

/** Marks a change that came from the props, not from typing. */
const fromOutside = Annotation.define<boolean>()

/** The editor itself. It keeps no history: undo is the document's. */
export default function CodeMirror(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const settings = useRef(new Compartment())
  const grammar = useRef(new Compartment())
  const changed = useEffectEvent((text: string, composing: boolean) =>
    props.onChange(typedInto(props.value, text), composing),
  )
  const left = useEffectEvent(props.onBlur)
  const extension = useSettings(props)
  const begin = useEffectEvent(() =>
    EditorState.create({
      doc: props.value,
      extensions: [
        keymap.of(defaultKeymap),
        indentOnInput(),
        bracketMatching(),
        codeTheme,
        settings.current.of(extension),
        grammar.current.of([]),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some(
            (one) => one.docChanged && one.annotation(fromOutside) !== true,
          )
          if (typed) changed(update.state.doc.toString(), update.view.composing)
        }),
        EditorView.domEventHandlers({ blur: () => left() }),
      ],
    }),
  )
  useEffect(() => {
    if (host.current === null) return
    const made = new EditorView({ state: begin(), parent: host.current, root: styleRoot() })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])

  const { value, language } = props
  useEffect(() => {
    const editor = view.current
    const shown = editor?.state.doc.toString()
    const wanted = withPlainBreaks(value)
    if (editor === null || shown === undefined || shown === wanted) return
    // Replaces only the part that differs, so that the caret stays where it is.
    editor.dispatch({ changes: changedPart(shown, wanted), annotations: fromOutside.of(true) })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: settings.current.reconfigure(extension) })
  }, [extension])

  useEffect(() => {
    let wanted = true
    const load = async () => {
      const support = await loadLanguage(language)
      if (wanted) view.current?.dispatch({ effects: grammar.current.reconfigure(support ?? []) })
    }
    void load()
    return () => {
      wanted = false
    }
  }, [language])

  return <div ref={host} className={styles['editor']} />
}

/** Returns the settings of the editor that may change while it is open. */
function useSettings(props: CodeEditorProps): Extension {
  const { id, readOnly, invalid, required, lineNumbers: numbers, wrap, insertSpaces, tabSize } = props
  const labelledBy = props['aria-labelledby']
  const describedBy = props['aria-describedby']
  return useMemo<Extension>(
    () => [
      EditorState.readOnly.of(readOnly),
      EditorState.tabSize.of(tabSize),
      indentUnit.of(insertSpaces ? ' '.repeat(tabSize) : '\t'),
      numbers ? lineNumbers() : [],
      wrap ? EditorView.lineWrapping : [],
      EditorView.contentAttributes.of({
        id,
        'aria-labelledby': labelledBy,
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        ...(invalid && { 'aria-invalid': 'true' }),
        ...(readOnly && { 'aria-readonly': 'true' }),
        ...(required && { 'aria-required': 'true' }),
      }),
    ],
    [id, readOnly, invalid, required, numbers, wrap, insertSpaces, tabSize, labelledBy, describedBy],
  )
}

type Load = () => Promise<LanguageSupport>

const script = (options: { jsx?: boolean; typescript?: boolean }): Load => {
  return async () => (await import('@codemirror/lang-javascript')).javascript(options)
}
const css: Load = async () => (await import('@codemirror/lang-css')).css()
const html: Load = async () => (await import('@codemirror/lang-html')).html()
const json: Load = async () => (await import('@codemirror/lang-json')).json()
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown()

/** Loaders of the grammars, by Monaco's names of the languages. */
const languages: ReadonlyMap<string, Load> = new Map([
  ['javascript', script({ jsx: true })],
  ['js', script({ jsx: true })],
  ['jsx', script({ jsx: true })],
  ['typescript', script({ typescript: true })],
  ['ts', script({ typescript: true })],
  ['tsx', script({ jsx: true, typescript: true })],
  ['css', css],
  ['scss', css],
  ['less', css],
  ['html', html],
  ['xml', html],
  ['vue', html],
  ['json', json],
  ['markdown', markdown],
  ['md', markdown],
  ['mdx', markdown],
])

/** Loads the grammar of a language; null for an unknown one, which is shown as plain text. */
export async function loadLanguage(name: string | null): Promise<LanguageSupport | null> {
  return (await languages.get(name?.toLowerCase() ?? '')?.()) ?? null
}
