import { useEffect, useState } from 'react'

/** Age of cached data, in the unit that is shortest to say; `count` is whole and at least 0. */
type Age = { unit: 'now' | 'minutes' | 'hours' | 'days'; count: number }

const MINUTE = 60_000

/** Age of an ISO time at `now` (milliseconds); less than a minute, and a time in the future, are `now`. */
export function cacheAge(iso: string, now: number): Age {
  const minutes = Math.floor((now - Date.parse(iso)) / MINUTE)
  if (!(minutes >= 1)) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}

/** Returns the time in milliseconds, updated every `everyMs`, for ages on the screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
