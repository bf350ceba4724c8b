import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import inputStyles from '../text-input/input-box.module.css'
import type { CodeEditorProps } from './code-editor-props.ts'
import styles from './code-editor.module.css'
import { codeHeight } from './code-height.ts'
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
