import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { useConnection } from '../../data/queries.ts'
import { useOpenDocument, useForm } from '../../form/form-context.tsx'
import type { DocumentSnapshot } from '../../form/form-snapshot.ts'
import { useT } from '../../i18n/use-t.ts'
import { isOnScreen, watchNear } from '../../ui/near-observer/near-observer.ts'
import { seoQuestionsOf, useAskSeo } from './seo-questions.ts'

/**
 * Returns the document's address on the site: asked once near the screen, and again when the server has
 * created the document; without an answer also after a reconnect and after a save.
 */
export function useSeoAddress(generates: boolean): {
  /** The element that has to come near the screen. */
  place: RefObject<HTMLDivElement | null>
  address: string
  problem: string | null
} {
  const { t } = useT()
  const form = useForm()
  const ask = useAskSeo()
  const connection = useConnection()
  const isOnline = connection?.status === 'online'
  const since = connection?.since ?? null
  const savedAt = useOpenState(({ view }) => view.base.updatedAt)
  const isNew = useOpenState(({ view }) => view.isNew) === true
  const { place, near } = useNear<HTMLDivElement>()
  const questions = useMemo(() => seoQuestionsOf(form), [form])
  const { address, why } = useSyncExternalStore(questions.subscribeAddress, questions.address)
  const isWanted = generates && near && isOnline

  useEffect(() => {
    if (ask === null || !isWanted) return
    questions.wantAddress({ at: { since, savedAt, isNew }, ask: () => ask('url'), t })
  }, [questions, ask, isWanted, since, savedAt, isNew, t])

  if (!generates || ask === null) return { place, address: '', problem: null }
  const needsServer = address === '' ? t('galley:seo.addressNeedsServer') : null
  return { place, address, problem: isOnline ? why : needsServer }
}

/** Returns true once an element has come near the screen. */
function useNear<E extends HTMLElement>(): { place: RefObject<E | null>; near: boolean } {
  const place = useRef<E>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (near || element === null) return
    if (isOnScreen(element)) return setNear(true)
    return watchNear(element, (isNow) => isNow && setNear(true))
  }, [near])
  return { place, near }
}

/** Selects from the open document; null: there is none. `select` must return a primitive. */
function useOpenState<T extends string | boolean | null>(
  select: (snapshot: DocumentSnapshot) => T,
): T | null {
  const document = useOpenDocument()
  const subscribe = useCallback(
    (listener: () => void) => document?.subscribe(listener) ?? (() => {}),
    [document],
  )
  return useSyncExternalStore(subscribe, () => (document === null ? null : select(document.getDocument())))
}
