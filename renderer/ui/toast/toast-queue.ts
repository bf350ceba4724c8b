import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

export type ToastAction = { label: string; onPress: () => void }
export type ToastContent = {
  kind: 'success' | 'error'
  text: string
  /** A second, quieter line. */
  detail?: string | undefined
  action?: ToastAction | undefined
  /** Where it leads to, before the other button. */
  link?: ToastAction | undefined
}
type ToastOptions = {
  detail?: string
  action?: ToastAction
  link?: ToastAction
  /** What it is about: its words by default. An error stands until the next toast about the same. */
  cause?: string
}

const SUCCESS_MS = 5000
/** With a button, which has to be reached. */
const ACTION_MS = 10_000

/** All toasts of the window: at most three are seen at once. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/** The errors that stand, by their cause. */
const errors = new Map<string, string>()

/**
 * Says that something is done, for five seconds or, with a button, for ten; or that it failed, with the next step as a
 * button. Never for what a SyncState says already. An error goes with its cause: when the same is said to be done or to have failed again, when
 * it is over without a word, and when the screen is left (U24).
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
  /** What failed is mended, or was done after all. */
  over(cause: string): void {
    const key = errors.get(cause)
    if (key !== undefined) toastQueue.close(key)
  },
  /** The screen that the errors were about is left. */
  leave(): void {
    for (const key of errors.values()) toastQueue.close(key)
  },
}

export function useToast(): typeof toast {
  return toast
}
