import { Component } from 'react'
import type { ReactNode } from 'react'

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
