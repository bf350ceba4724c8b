import { useEffect, useState } from 'react'
import { galley } from './bridge.ts'

/** How much of the file of an entry has left, from 0 to 1; null: none is on its way. */
export function useProgress(key: string | null): number | null {
  const [state, setState] = useState<{ key: string; part: number } | null>(null)
  useEffect(() => {
    if (key === null) return undefined
    return galley.on('outbox.progress', (told) => {
      if (told.key !== key) return
      const { sent, total } = told
      setState(sent === null ? null : { key, part: total === 0 ? 1 : sent / total })
    })
  }, [key])
  return state !== null && state.key === key ? state.part : null
}
