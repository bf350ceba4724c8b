import type { LexicalEditor } from 'lexical'
import { Component, Suspense, useCallback, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '../i18n/use-t.ts'
import styles from './rich-text.module.css'

/**
 * Renders decorator nodes into their elements in the text. A failing one shows an error and leaves the others
 * intact.
 */
export function Decorators({ editor }: { editor: LexicalEditor }) {
  const subscribe = useCallback(
    (listener: () => void) => editor.registerDecoratorListener(listener),
    [editor],
  )
  const decorators = useSyncExternalStore(subscribe, () => editor.getDecorators<ReactNode>())
  return Object.entries(decorators).map(([key, content]) => {
    const place = editor.getElementByKey(key)
    return place === null
      ? null
      : createPortal(
          <PartBoundary>
            <Suspense fallback={null}>{content}</Suspense>
          </PartBoundary>,
          place,
          key,
        )
  })
}

class PartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <FailedPart /> : this.props.children
  }
}

function FailedPart() {
  const { t } = useT()
  return <span className={styles['unknown']}>{t('galley:rich-text.failedPart')}</span>
}
