import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import inputStyles from '../text-input/input-box.module.css'
import type { CodeEditorProps } from './code-mirror.tsx'
import styles from './code-editor.module.css'
import { isOnScreen, watchNear } from '../near-observer/near-observer.ts'

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

/**
 * A code editor, as high as its text. It is loaded when the first one comes near the screen, and shows plain
 * text before. Tab leaves it; indenting has its own keys.
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

const LEAST = 56
const LINE = 18
const EDGES = 2

/** Height of an editor in CSS pixels (S9.14): that of its lines and its edges, at least 56, at most `maxHeight`. */
export function codeHeight(text: string, maxHeight: number | null = null): number {
  const height = text === '' ? LEAST : Math.max(LEAST, text.split('\n').length * LINE + EDGES)
  return maxHeight === null ? height : Math.min(height, maxHeight)
}
