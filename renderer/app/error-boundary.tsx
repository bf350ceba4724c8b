import { Component, type ComponentType, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ComponentType<{ error: unknown }>; resetKey?: string }
type State = { error: unknown; failed: boolean; resetKey: string | undefined }

/** Catches what a screen throws, shows `fallback`, and tries again when `resetKey` changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { resetKey: props.resetKey, failed: false, error: null }
  }

  override componentDidCatch(error: unknown): void {
    console.error('A screen failed', error)
  }

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props
    return this.state.failed ? <Fallback error={this.state.error} /> : children
  }
}
