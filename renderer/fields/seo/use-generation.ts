import { useCallback, useEffect, useRef, useState } from 'react'
import { sameJson, type Json } from '../../../shared/json.ts'
import type { SeoResult, SeoWhat } from '../../../shared/ipc.ts'
import { callReason } from '../../data/call-reason.ts'
import { useConnection } from '../../data/queries.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { seoReason } from './seo-words.ts'
import { useAskSeo } from './use-ask-seo.ts'

export type GenerationState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  /** `over`: what was in the field then; it is said until that is another. */
  | { kind: 'failed'; why: string; over: Json }
  /** The field was edited meanwhile: it stays as it is until a person says that this is to take its place. */
  | { kind: 'edited-meanwhile'; value: Json }

export type Generation = {
  state: GenerationState
  /** Whether the server can be asked at all (M.08). */
  isOnline: boolean
  start: () => void
  stop: () => void
  /** Puts what was made into the field after all. */
  take: () => void
  /** What is said about the last time is over. */
  dismiss: () => void
}

type Options = {
  what: Exclude<SeoWhat, 'url'>
  path: string
  /** What is in the field. */
  value: Json
  /** The field's label, for what is spoken. */
  label: string
  /** Whether the site can make it and this field takes it. */
  isOffered: boolean
  /** The result as the field holds it; undefined: it cannot hold that. */
  valueOf: (result: string | number) => Json | undefined
}

const IDLE: GenerationState = { kind: 'idle' }

/**
 * Has the site make the value of a field, when a person asks for it and never before (S7.16). It goes through the form
 * as any other edit, and only over what was there when it was asked for. null: it is not to be had here.
 */
export function useGeneration({
  what,
  path,
  value: shown,
  label,
  isOffered,
  valueOf,
}: Options): Generation | null {
  const { t } = useT()
  const form = useForm()
  const ask = useAskSeo()
  const isOnline = useConnection()?.status === 'online'
  const [state, setState] = useState(IDLE)
  const running = useRef<(() => void) | null>(null)

  const stop = useCallback(() => {
    running.current?.()
    running.current = null
    setState(IDLE)
  }, [])
  // Another locale, a field that may not be written any more, or none at all: nobody waits for it.
  useEffect(() => (ask === null || !isOffered ? undefined : stop), [ask, isOffered, stop])

  if (!isOffered || ask === null) return null

  const fail = (why: string) => {
    setState({ kind: 'failed', why, over: form.getField(path).value })
    announce(why)
  }
  const put = (value: Json) => {
    form.blur()
    form.setField(path, value)
    form.blur()
    setState(IDLE)
    announce(t('galley:seo.generated', { label }))
  }
  const judge = (answer: SeoResult, before: Json) => {
    if (answer.outcome === 'stopped') return setState(IDLE)
    if (answer.outcome !== 'done') return fail(seoReason(answer, t))
    const value = valueOf(answer.result)
    if (value === undefined) return fail(t('galley:seo.unusable'))
    if (sameJson(form.getField(path).value, before)) return put(value)
    setState({ kind: 'edited-meanwhile', value })
    announce(t('galley:seo.editedMeanwhile'))
  }
  const start = async () => {
    const before = form.getField(path).value
    const question = ask(what)
    running.current = question.stop
    setState({ kind: 'busy' })
    announce(t('galley:seo.generating'))
    try {
      const answer = await question.answer
      if (running.current !== question.stop) return
      running.current = null
      judge(answer, before)
    } catch (error) {
      if (running.current !== question.stop) return
      running.current = null
      fail(callReason(error, t))
    }
  }
  const isPast = state.kind === 'failed' && !sameJson(state.over ?? '', shown ?? '')
  return {
    state: isPast ? IDLE : state,
    isOnline,
    start: () => void start(),
    stop,
    take: () => {
      if (state.kind === 'edited-meanwhile') put(state.value)
    },
    dismiss: () => setState(IDLE),
  }
}
