import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * A layer over the page beside a text, in dialogs, too: assistive technology finds it, and a press on it does not
 * count as outside of the dialog.
 */
export function FloatingLayer({ label, children }: { label: string; children: ReactNode }) {
  return createPortal(
    <section aria-label={label} data-react-aria-top-layer="true">
      {children}
    </section>,
    document.body,
  )
}
