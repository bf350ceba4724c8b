import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { callReason } from '../../data/call-reason.ts'
import { useConnection } from '../../data/queries.ts'
import { useOpenDocument, useForm } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { useT } from '../../i18n/use-t.ts'
import { isOnScreen, watchNear } from '../../ui/near-observer/near-observer.ts'
import { seoReason } from './seo-words.ts'
import { useAskSeo } from './use-ask-seo.ts'

/** What the site said of the address in one form, which is one locale, and when; '' for none. */
type Said = { form: FormState; at: string; address: string; why: string | null }

/**
 * The address of the document on the site, as the site makes it: asked for once, when it comes near the screen. Where
 * there was none it is asked for again when the server can be reached again, and when the document was saved.
 */
export function useSeoAddress(generates: boolean): {
  /** What has to come near the screen. */
  place: RefObject<HTMLDivElement | null>
  address: string
  problem: string | null
} {
  const { t } = useT()
  const form = useForm()
  const ask = useAskSeo()
  const connection = useConnection()
  const isOnline = connection?.status === 'online'
  const at = `${connection?.since ?? ''} ${useSavedAt() ?? ''}`
  const { place, near } = useNear<HTMLDivElement>()
  const [said, setSaid] = useState<Said | null>(null)
  const known = said?.form === form && (said.address !== '' || said.at === at) ? said : null
  const isWanted = generates && near && isOnline && known === null

  useEffect(() => {
    if (ask === null || !isWanted) return undefined
    const { answer, stop } = ask('url')
    let isOver = false
    const say = (address: string, why: string | null) => {
      if (isOver) return
      isOver = true
      setSaid({ form, at, address, why })
    }
    const hear = async () => {
      try {
        const result = await answer
        if (result.outcome === 'done') say(String(result.result), null)
        else if (result.outcome !== 'stopped') say('', seoReason(result, t))
      } catch (error) {
        say('', callReason(error, t))
      }
    }
    void hear()
    return () => {
      if (isOver) return
      isOver = true
      stop()
    }
  }, [ask, isWanted, form, at, t])

  const address = known?.address ?? ''
  if (!generates || ask === null || address !== '') return { place, address, problem: null }
  return { place, address, problem: isOnline ? (known?.why ?? null) : t('galley:seo.addressNeedsServer') }
}

/** Whether an element has come near the screen; it stays so. */
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

/** When the server last took the document; null: it has not, or there is none. */
function useSavedAt(): string | null {
  const document = useOpenDocument()
  const subscribe = useCallback(
    (listener: () => void) => document?.subscribe(listener) ?? (() => {}),
    [document],
  )
  return useSyncExternalStore(subscribe, () => document?.getDocument().view.base.updatedAt ?? null)
}
