import { useEffect, useRef, useState } from 'react'
import type { ServerProblem } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'

type Fields = { path: string; message: string }[]
type StepAnswer =
  | { outcome: 'done' | 'ok' | 'other-user' }
  | { outcome: 'refused'; message: string; fields?: Fields }
  | { outcome: 'problem'; problem: ServerProblem }

/**
 * Returns a function that runs one request of the screens before the log-in, and the request's state, refusal
 * or problem.
 */
export function useStep() {
  const { t } = useT()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ message: string; fields: Fields } | null>(null)
  const [problem, setProblem] = useState<ServerProblem | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const run = async (question: () => Promise<StepAnswer>, onDone: () => void): Promise<void> => {
    if (busy) return
    setBusy(true)
    setRefused(null)
    setProblem(null)
    try {
      const answer = await question()
      if (!isShown.current) return
      if (answer.outcome === 'refused') setRefused({ message: answer.message, fields: answer.fields ?? [] })
      else if (answer.outcome === 'problem') setProblem(answer.problem)
      else onDone()
    } catch (error) {
      console.error('A step of signing in failed', error)
      setRefused({ message: t('error:unknown'), fields: [] })
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, problem, run }
}
