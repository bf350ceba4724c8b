import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import inputStyles from '../text-input/input-box.module.css'
import styles from './code-editor.module.css'
import { codeHeight } from './code-height.ts'
import { isOnScreen, watchNear } from '../near-observer/near-observer.ts'

export type CodeEditorProps = {
  /** Of the element that is typed in. */
  id: string
  value: string
  /** `composing`: an input method is at work, and the text is not what it will be. */
  onChange: (value: string, composing: boolean) => void
  onBlur: () => void
  /** As Monaco names it; null: plain text. */
  language: string | null
  readOnly: boolean
  invalid: boolean
  required: boolean
  lineNumbers: boolean
  wrap: boolean
  insertSpaces: boolean
  tabSize: number
  /** In CSS pixels; null: as high as its lines. */
  maxHeight?: number | null
  'aria-labelledby': string
  'aria-describedby'?: string | undefined
}

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

/**
 * An editor of code, as high as its text. It is loaded when the first one comes near the screen; what it holds is there
 * before. Tab leaves it, as any other field; indenting has its own keys.
 */
export function CodeEditor(props: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (near || element === null) return
    if (isOnScreen(element)) return setNear(true)
    return watchNear(element, (isNow) => isNow && setNear(true))
  }, [near])
  const plain = <pre className={styles['plain']}>{props.value}</pre>
  return (
    <div
      ref={box}
      // Code is written from left to right in all languages.
      dir="ltr"
      style={{ blockSize: codeHeight(props.value, props.maxHeight) }}
      className={cx(
        inputStyles['box'],
        styles['box'],
        props.invalid && inputStyles['bad'],
        props.readOnly && inputStyles['readonly'],
      )}
    >
      {near ? (
        <Suspense fallback={plain}>
          <CodeMirror {...props} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  )
}
