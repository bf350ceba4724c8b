import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * What floats over the page beside a text, in dialogs, too: assistive technology finds it, and a press on it is none
 * outside of the dialog.
 */
export function FloatingLayer({ label, children }: { label: string; children: ReactNode }) {
  return createPortal(
    <section aria-label={label} data-react-aria-top-layer="true">
      {children}
    </section>,
    document.body,
  )
}
