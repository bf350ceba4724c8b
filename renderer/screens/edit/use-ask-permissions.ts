import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import { afterFrame } from '../../data/frames.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection, useSessionQuery } from '../../data/queries.ts'
import { usePersonIsHere } from '../../data/use-person-is-here.ts'
import { useDocument, useDocumentState, useForm } from '../../form/form-context.tsx'

/** Milliseconds without an edit before its permission is asked. */
const QUIET_MS = 350
/** Interval of the query if the permission depends on the time, while the user is present. */
const AGAIN_MS = 300_000

/**
 * Asks for the user's permissions for the open document: on opening, with each revision, when the session is read anew,
 * and after edits or regularly if they depend on data or time. The answer arrives with the document.
 */
export function useAskPermissions(): void {
  const document = useDocument()
  const { locale } = useForm()
  const isOnline = useConnection()?.status === 'online'
  const session = useSessionQuery().dataUpdatedAt
  const ref = document.getRef()
  const isThere = useDocumentState(({ view }) => !view.isNew && !view.isGone)
  const revision = useDocumentState(({ view }) => view.base.updatedAt)
  const isByData = useDocumentState(({ view }) => view.permissions?.answer?.byData === true)
  const isByTime = useDocumentState(({ view }) => view.permissions?.answer?.byTime === true)
  const isHere = usePersonIsHere()
  const isAsked = isOnline && isThere
  useEffect(() => document.setCanAsk(isOnline), [document, isOnline])
  useQuery({
    queryKey: queryKeys.refresh('permissions', refKey(ref), locale, revision, session),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      await galley.call('documents.refreshPermissions', { ref, locale })
      return null
    },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isByTime && isHere && AGAIN_MS,
    refetchOnWindowFocus: isByTime && 'always',
  })
  useEffect(() => {
    if (!isAsked || !isByData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      const now = document.getRef()
      // The account may have been signed out.
      galley.call('documents.refreshPermissions', { ref: now, locale }).catch(() => undefined)
    }
    let { journal, dirty } = document.getDocument()
    const stop = document.subscribe(() => {
      const next = document.getDocument()
      // Main knows edits once they are written.
      if (next.journal === journal && next.dirty === dirty) return
      ;({ journal, dirty } = next)
      clearTimeout(timer)
      if (journal.kind === 'written') timer = setTimeout(ask, QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [document, locale, isAsked, isByData])
}
