import type { ReactNode } from 'react'
import { focusFirstIn } from './focus-toolbar.ts'

type ToolbarToApproachProps = { onApproach: () => void; children: ReactNode }

/**
 * The toolbar of a static text: the pointer or the focus opens the editor, and the focus moves to the
 * editor's toolbar.
 */
export function ToolbarToApproach({ onApproach, children }: ToolbarToApproachProps) {
  return (
    <div
      style={{ display: 'contents' }}
      onPointerEnter={onApproach}
      onFocus={({ currentTarget }) => {
        const box = currentTarget.parentElement
        onApproach()
        const toolbar = box?.querySelector('[role=toolbar]')
        if (toolbar instanceof HTMLElement) focusFirstIn(toolbar)
      }}
    >
      {children}
    </div>
  )
}
