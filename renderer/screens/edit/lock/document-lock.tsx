import { skipToken, useQuery } from '@tanstack/react-query'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { refKey, refOfKey } from '../../../../shared/cms/doc-ref.ts'
import { afterFrame } from '../../../data/after-frame.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason } from '../../../data/call-reason.ts'
import { shownLock, type ShownLock } from '../../../data/document-lock.ts'
import { notDoneReason } from '../../../data/not-done.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'
import { usePersonIsHere } from '../../../data/use-person-is-here.ts'
import { WriteHoldProvider } from '../../../fields/write-hold.ts'
import type { DocumentSession } from '../../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'
import { usePermitted } from '../../../form/use-permitted.ts'
import { useT } from '../../../i18n/use-t.ts'
import { sendNow } from '../../../sync/sync-runner.tsx'
import { useOthersUnsent, type OtherUnsent } from './use-others-unsent.ts'
import { useToast } from '../../../ui/toast/toast-queue.ts'

/** How often the lock is asked for while the window can be seen and somebody is there. */
const LOOK_MS = 10_000

type OthersLock = Extract<ShownLock, { kind: 'other' }>

/** Whose the open document is, and what can be done about it. */
export type LockView = {
  /** Somebody else's; null: nobody else has it, as far as is known. */
  other: OthersLock | null
  /** Who had it until a moment ago; null: nobody, or that was read. */
  ended: OthersLock | null
  dismissEnded: () => void
  /** Nothing can be changed here for as long as they have it. Not without the server: then nobody knows. */
  isHeld: boolean
  takeOver: () => void
  isTaking: boolean
  /** Who else has edits of it that have not arrived yet. */
  othersUnsent: readonly OtherUnsent[]
}

const NOTHING: LockView = {
  other: null,
  ended: null,
  dismissEnded: () => undefined,
  isHeld: false,
  takeOver: () => undefined,
  isTaking: false,
  othersUnsent: [],
}

const LockContext = createContext<LockView>(NOTHING)

export function useDocumentLock(): LockView {
  return useContext(LockContext)
}

/**
 * Keeps the lock of the open document for as long as it is on the screen: main takes it with the first edit. While it is
 * somebody else's what is below can be read and copied, and is editable again as soon as they are done.
 */
export function DocumentLockProvider({
  session,
  children,
}: {
  session: DocumentSession
  children: ReactNode
}) {
  const { t } = useT()
  const lock = useLock()
  const isOnline = useConnection()?.status === 'online'
  const { takeOver, isTaking } = useTakeOver(session)
  const othersUnsent = useOthersUnsent()
  const [seen, setSeen] = useState<{ lock: ShownLock; ended: OthersLock | null }>({ lock, ended: null })
  if (seen.lock !== lock) setSeen({ lock, ended: endedWith(seen, lock, isOnline) })
  const { ended } = seen
  const other = lock.kind === 'other' ? lock : null
  const isHeld = other !== null && isOnline

  const freed = useEffectEvent(() => {
    // What they left is here before it is edited, and what waited for them goes.
    void session.refresh()
    void sendNow()
  })
  const isFreed = ended !== null
  useEffect(() => {
    if (isFreed) freed()
  }, [isFreed])

  const view = useMemo(
    (): LockView => ({
      other,
      ended,
      dismissEnded: () => setSeen((before) => ({ ...before, ended: null })),
      isHeld,
      takeOver,
      isTaking,
      othersUnsent,
    }),
    [other, ended, isHeld, takeOver, isTaking, othersUnsent],
  )
  const name = other?.by ?? t('general:anotherUser')
  return (
    <LockContext value={view}>
      <WriteHoldProvider value={isHeld ? t('galley:lock.reason', { name }) : null}>
        {children}
      </WriteHoldProvider>
    </LockContext>
  )
}

function endedWith(
  before: { lock: ShownLock; ended: OthersLock | null },
  lock: ShownLock,
  isOnline: boolean,
): OthersLock | null {
  if (lock.kind !== 'none') return null
  return before.lock.kind === 'other' && isOnline ? before.lock : before.ended
}

const NONE: ShownLock = { kind: 'none' }

/** The lock as main knows it. New documents have none, nor does what this user may not change. */
function useLock(): ShownLock {
  const document = useDocument()
  const { entity } = document
  const { may } = usePermitted()('edit')
  const isHere = usePersonIsHere()
  const isThere = useDocumentState(({ view }) => !view.isNew && !view.isGone)
  const isWanted = isThere && entity.lockMs !== null && may
  const key = useDocumentState(({ view }) => refKey(view.ref))
  const ref = useMemo(() => (isWanted ? refOfKey(key) : null), [isWanted, key])
  // Before the question below: what is not open is not looked at.
  useEffect(() => {
    if (ref === null) return
    // Where the account has just ended there is nothing to lock.
    galley.call('locks.open', { ref }).catch(() => undefined)
    return () => void galley.call('locks.close', { ref }).catch(() => undefined)
  }, [ref])
  const { data } = useQuery({
    queryKey: queryKeys.lock(ref ?? document.getRef()),
    queryFn:
      ref === null
        ? skipToken
        : async ({ signal }) => {
            await afterFrame(signal)
            return shownLock(await galley.call('locks.look', { ref }))
          },
    staleTime: 0,
    gcTime: 0,
    // While one's own is kept alive main looks at it by itself, and answers with that.
    refetchInterval: isHere && LOOK_MS,
    refetchOnWindowFocus: 'always',
  })
  return ref === null ? NONE : (data ?? NONE)
}

function useTakeOver(session: DocumentSession): Pick<LockView, 'takeOver' | 'isTaking'> {
  const { t } = useT()
  const document = useDocument()
  const toast = useToast()
  const [isTaking, setTaking] = useState(false)
  const takeOver = useCallback((): void => {
    const take = async (): Promise<void> => {
      const result = await galley.call('locks.takeOver', { ref: document.getRef() })
      if (result.outcome !== 'done') return toast.error(notDoneReason(result, t))
      // What they left comes in below what is typed here, and what waited for them goes.
      void session.refresh()
      void sendNow()
    }
    setTaking(true)
    void take()
      .catch((error: unknown) => toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })))
      .finally(() => setTaking(false))
  }, [document, session, toast, t])
  return { takeOver, isTaking }
}
