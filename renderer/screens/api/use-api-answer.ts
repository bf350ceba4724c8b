import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { ApiQuestion } from '../../../shared/cms/api-view.ts'
import type { ApiAnswer } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { takeAnswer, type TakenAnswer } from './take-answer.ts'

type ApiRequest = { ref: DocRef; question: ApiQuestion; authenticated: boolean }

export type ShownAnswer = {
  answer: ApiAnswer
  /** Null if the answer is no JSON. */
  taken: TakenAnswer | null
}

export type ApiAnswerState = {
  /** The last answer to any question; null before the first. */
  shown: ShownAnswer | null
  /** True while the server is being asked. */
  isAsking: boolean
  /** False while the tree lacks pieces of the answer. */
  isWhole: boolean
  /** True if the answer broke off. */
  isBroken: boolean
  again: () => void
}

/** The web admin's messages, which exist only in English. */
const FAILED = 'Error making request'
const NOT_JSON = 'Error parsing response'

let lastId = 0

/**
 * Asks the server once for each new question, language or connection (S2.58). The answer arrives bit by bit; until
 * it begins, the previous one stays.
 */
export function useApiAnswer(asked: ApiRequest, enabled: boolean): ApiAnswerState {
  const { language } = useT()
  const toast = useToast()
  const { ref, question, authenticated } = asked
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.refresh('api', refKey(ref), question, authenticated, language),
    queryFn: () => ask(asked),
    enabled,
    placeholderData: keepPreviousData,
    // An answer counts only for its moment.
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
    // If nothing is asked, only the messages of the last answer are removed.
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

async function ask(asked: ApiRequest): Promise<ShownAnswer> {
  const id = String((lastId += 1))
  const answer = await galley.call('api.ask', { id, ...asked })
  if (answer.outcome !== 'answered' || !answer.isJson) return { answer, taken: null }
  return { answer, taken: await takeAnswer(id) }
}

function neverChanges(): () => void {
  return () => undefined
}
