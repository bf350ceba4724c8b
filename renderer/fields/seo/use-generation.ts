import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'
import { sameJson, type Json } from '../../../shared/json.ts'
import type { SeoWhat } from '../../../shared/ipc.ts'
import { useConnection } from '../../data/queries.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useScopeNow } from '../field-scope.tsx'
import { seoQuestionsOf, type GenerationState, type Wanted } from './seo-questions.ts'
import { useAskSeo } from './use-ask-seo.ts'

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
  /** What has it made, and has the focus again where what was made is taken or left. */
  button: RefObject<HTMLButtonElement | null>
}

type Options = {
  what: Exclude<SeoWhat, 'url'>
  path: string
  /** What is in the field. */
  value: Json
  label: string
  valueOf: Wanted['valueOf']
  /** Whether the site can make it and this field takes it. */
  isOffered: boolean
}

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
  const scopeNow = useScopeNow()
  const isOnline = useConnection()?.status === 'online'
  const button = useRef<HTMLButtonElement>(null)
  const questions = useMemo(() => seoQuestionsOf(form), [form])
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => questions.subscribe(path, listener), [questions, path]),
    () => questions.stateOf(path),
  )
  // A field that may not be written any more: nobody waits for it.
  useEffect(() => {
    if (!isOffered) questions.stop(path)
  }, [questions, path, isOffered])
  const isPast = state.kind === 'said' && !sameJson(state.over ?? '', shown ?? '')
  useEffect(() => {
    if (isPast) questions.dismiss(path)
  }, [questions, path, isPast])

  if (!isOffered || ask === null) return null
  return {
    state,
    isOnline,
    start: () =>
      questions.generate(path, {
        ask: () => ask(what),
        label,
        valueOf,
        mayPut: () => scopeNow().mayWrite(path) && form.resolve(path) !== null,
        t,
      }),
    stop: () => questions.stop(path),
    take: () => questions.take(path, { label, t }),
    dismiss: () => questions.dismiss(path),
    button,
  }
}
