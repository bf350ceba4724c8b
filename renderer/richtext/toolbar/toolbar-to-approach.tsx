import type { ReactNode } from 'react'
import { focusFirstIn } from './focus-toolbar.ts'

type ToolbarToApproachProps = { onApproach: () => void; children: ReactNode }

/**
 * The toolbar of a text that is only shown: it works as soon as the pointer or the focus comes to it, which then is in
 * the toolbar of the editor.
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
