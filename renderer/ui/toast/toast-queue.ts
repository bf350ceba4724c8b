import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

export type ToastAction = { label: string; onPress: () => void }
export type ToastContent = {
  kind: 'success' | 'error'
  text: string
  /** A second, quieter line. */
  detail?: string | undefined
  action?: ToastAction | undefined
}
type ToastOptions = { detail?: string; action?: ToastAction }

const SUCCESS_MS = 5000

/** All toasts of the window: at most three are seen at once. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/**
 * Says that something is done, for five seconds, or that it failed, until it is closed, with the next step as a
 * button. Never for what a SyncState says already. Returns a function that takes the toast away.
 */
export const toast = {
  success(text: string, options: ToastOptions = {}): () => void {
    const key = toastQueue.add({ kind: 'success', text, ...options }, { timeout: SUCCESS_MS })
    return () => toastQueue.close(key)
  },
  error(text: string, options: ToastOptions = {}): () => void {
    const key = toastQueue.add({ kind: 'error', text, ...options })
    return () => toastQueue.close(key)
  },
}

export function useToast(): typeof toast {
  return toast
}
