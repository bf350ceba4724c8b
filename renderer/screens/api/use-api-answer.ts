import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { ApiQuestion } from '../../../shared/cms/api-question.ts'
import type { ApiAnswer } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { takeAnswer, type TakenAnswer } from './take-answer.ts'

type Asked = { ref: DocRef; question: ApiQuestion; authenticated: boolean }

export type ShownAnswer = {
  answer: ApiAnswer
  /** Null where there is no JSON. */
  taken: TakenAnswer | null
}

export type ApiAnswerState = {
  /** The last answer that came, of whatever was asked; null: none did yet. */
  shown: ShownAnswer | null
  /** The server is being asked now. */
  isAsking: boolean
  /** All of the answer is in the tree. */
  isWhole: boolean
  /** It began to come, and does not come to its end. */
  isBroken: boolean
  again: () => void
}

/** Words of the web admin, which it has in English only. */
const FAILED = 'Error making request'
const NOT_JSON = 'Error parsing response'

let lastId = 0

/**
 * Asks the server whenever something else is asked, the language of the window is another one, or it can be reached
 * again: once each time (S2.58). The answer comes bit by bit; one that is not asked for any more never shows.
 */
export function useApiAnswer(asked: Asked, enabled: boolean): ApiAnswerState {
  const { language } = useT()
  const toast = useToast()
  const { ref, question, authenticated } = asked
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.refresh('api', refKey(ref), question, authenticated, language),
    queryFn: () => ask(asked),
    enabled,
    placeholderData: keepPreviousData,
    // An answer is about the moment at which it was given.
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  })
  const taken = data?.taken ?? null
  useSyncExternalStore(taken?.subscribe ?? neverChanges, () => taken?.version ?? 0)
  const isBroken = error === null && taken?.state === 'broken'

  useEffect(() => {
    toast.over(FAILED)
    toast.over(NOT_JSON)
    // Where it is not asked, what was said of the last question is over.
    if (!enabled) return
    const answer = data?.answer
    if (error !== null || isBroken || answer?.outcome === 'failed') toast.error(FAILED)
    else if (answer?.outcome === 'answered' && !answer.isJson) toast.error(NOT_JSON)
  }, [data, error, isBroken, enabled, toast])

  return {
    shown: error === null && !isBroken ? (data ?? null) : { answer: { outcome: 'failed' }, taken: null },
    isAsking: enabled && isFetching,
    isWhole: taken === null || taken.state === 'whole',
    isBroken,
    again: () => void refetch(),
  }
}

async function ask(asked: Asked): Promise<ShownAnswer> {
  const id = String((lastId += 1))
  const answer = await galley.call('api.ask', { id, ...asked })
  if (answer.outcome !== 'answered' || !answer.isJson) return { answer, taken: null }
  return { answer, taken: await takeAnswer(id) }
}

function neverChanges(): () => void {
  return () => undefined
}
