import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

export type ToastAction = { label: string; onPress: () => void }
export type ToastContent = {
  kind: 'success' | 'error'
  text: string
  /** A second, quieter line. */
  detail?: string | undefined
  action?: ToastAction | undefined
  /** A second button, in front of the other, that opens a screen. */
  link?: ToastAction | undefined
}
type ToastOptions = {
  detail?: string
  action?: ToastAction
  link?: ToastAction
  /**
   * Key of the event, by default its text. An error stays until the next toast with the same key, or until
   * its screen is left.
   */
  cause?: string
}

const SUCCESS_MS = 5000
/** Milliseconds of a success with an action: longer, so that its button can be reached. */
const ACTION_MS = 10_000

/** All toasts of the window; at most three are visible. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/** Keys of the visible errors, by cause. */
const errors = new Map<string, string>()

/**
 * Shows a success for five seconds, with an action ten, or an error that stays. An error closes with the next
 * toast of its cause, with `over`, or when the screen is left (U24). SyncState shows the state of edits.
 */
export const toast = {
  success(text: string, { cause = text, ...more }: ToastOptions = {}): void {
    toast.over(cause)
    const timeout = more.action === undefined ? SUCCESS_MS : ACTION_MS
    toastQueue.add({ kind: 'success', text, ...more }, { timeout })
  },
  error(text: string, { cause = text, ...more }: ToastOptions = {}): void {
    toast.over(cause)
    const key = toastQueue.add(
      { kind: 'error', text, ...more },
      {
        onClose() {
          if (errors.get(cause) === key) errors.delete(cause)
        },
      },
    )
    errors.set(cause, key)
  },
  /** Closes the error of a cause that is over. */
  over(cause: string): void {
    const key = errors.get(cause)
    if (key !== undefined) toastQueue.close(key)
  },
  /** Closes all errors, since their screen is left. */
  leave(): void {
    for (const key of errors.values()) toastQueue.close(key)
  },
}

export function useToast(): typeof toast {
  return toast
}
