import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'
import { sameJson, type Json } from '../../../shared/json.ts'
import type { SeoWhat } from '../../../shared/ipc.ts'
import { useConnection } from '../../data/queries.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useScopeNow } from '../field-scope.tsx'
import { seoQuestionsOf, type GenerationState, type Wanted, useAskSeo } from './seo-questions.ts'

export type Generation = {
  state: GenerationState
  /** True if the server can be asked at all (M.08). */
  isOnline: boolean
  start: () => void
  stop: () => void
  /** Applies a generated value that is waiting. */
  take: () => void
  /** Clears the last result. */
  dismiss: () => void
  /** The generate button, which gets the focus back when a result is taken or dismissed. */
  button: RefObject<HTMLButtonElement | null>
}

type Options = {
  what: Exclude<SeoWhat, 'url'>
  path: string
  /** The field's value. */
  value: Json
  label: string
  valueOf: Wanted['valueOf']
  /** True if the site can generate it and the field is writable. */
  isOffered: boolean
}

/**
 * Has the site generate a field's value, only on request (S7.16). It is applied as an edit, unless the field changed
 * meanwhile. Null: not available here.
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
  // A field that became read-only needs no answer.
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
