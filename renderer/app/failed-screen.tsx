import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import styles from './failed-screen.module.css'
import { galley } from '../data/bridge.ts'
import { useStoreTrouble } from '../data/store-errors.ts'
import { Component, type ComponentType, type ReactNode } from 'react'

/** Replaces a screen that failed; sidebar and status bar stay. */
export function FailedScreen({ error }: { error: unknown }) {
  const { t } = useT()
  const trouble = useStoreTrouble()
  return (
    <Message
      page
      kind="error"
      title={t('galley:app.error.title')}
      body={
        <>
          <p>{t(trouble === null ? 'galley:app.error.body' : 'galley:app.error.bodyUnwritten')}</p>
          <p>
            <bdi>{messageOf(error)}</bdi>
          </p>
        </>
      }
      actions={
        <Button variant="primary" onPress={() => window.location.reload()}>
          {t('galley:app.error.reload')}
        </Button>
      }
    />
  )
}

/** The fallback when the whole window failed: plain English, and no component that could fail again. */
export function FailedWindow({ error }: { error: unknown }) {
  const trouble = useStoreTrouble()
  return (
    <main role="alert" className={styles['window']}>
      <h1>This window could not be shown</h1>
      <p>
        {trouble === null
          ? 'What you typed is saved on this computer. Loading the window again usually fixes it.'
          : 'Your last changes are only in this window, because they could not be saved on this computer. Loading the window again loses them.'}
      </p>
      <p>{messageOf(error)}</p>
      <button type="button" onClick={() => window.location.reload()}>
        Load again
      </button>
      {trouble !== null && (
        // The usual question before quitting is drawn by the part that failed.
        <button
          type="button"
          onClick={() => void galley.call('app.quit', { anyway: true }).catch(console.error)}
        >
          Quit without saving
        </button>
      )}
    </main>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

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
