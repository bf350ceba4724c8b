import { useSyncExternalStore } from 'react'

/** Milliseconds without any event of SIGNS after which the user counts as away. */
const AWAY_MS = 5 * 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus', 'visibilitychange'] as const
/** Least milliseconds between two recorded signs; each move of the pointer is one. */
const NOTED_EACH_MS = 1000

let isHere = true
let notedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: boolean): void {
  if (isHere === next) return
  isHere = next
  for (const tell of listeners) tell()
}

function note({ timeStamp }: Event): void {
  if (isHere && timeStamp - notedAt < NOTED_EACH_MS) return
  notedAt = timeStamp
  clearTimeout(timer)
  timer = setTimeout(() => become(false), AWAY_MS)
  become(true)
}

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) {
    isHere = true
    clearTimeout(timer)
    timer = setTimeout(() => become(false), AWAY_MS)
    for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true })
  }
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearTimeout(timer)
    for (const sign of SIGNS) window.removeEventListener(sign, note, { capture: true })
  }
}

/**
 * True if the user was active in the window in the last AWAY_MS; otherwise the server is not polled for
 * locks, schedules or permissions.
 */
export function usePersonIsHere(): boolean {
  return useSyncExternalStore(subscribe, () => isHere)
}
