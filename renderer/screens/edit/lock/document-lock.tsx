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
import { afterFrame } from '../../../data/frames.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason, notDoneReason } from '../../../data/failure-reasons.ts'
import { shownLock, fromNow, type ShownLock } from '../../../data/document-lock.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'
import { usePersonIsHere } from '../../../data/use-person-is-here.ts'
import { WriteHoldProvider } from '../../../fields/field-scope.tsx'
import type { DocumentSession } from '../../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'
import { usePermitted } from '../../../form/use-permitted.ts'
import { useT } from '../../../i18n/use-t.ts'
import { sendNow } from '../../../sync/sync-runner.tsx'
import { useToast } from '../../../ui/toast/toast-queue.ts'

/** Interval of the lock query while the window is visible and the user is present. */
const LOOK_MS = 10_000

type OthersLock = Extract<ShownLock, { kind: 'other' }>

/** The lock of the open document, and the actions on it. */
export type LockView = {
  /** Somebody else's lock; null: none, as far as known. */
  other: OthersLock | null
  /** A lock that just ended; null: none, or dismissed. */
  ended: OthersLock | null
  dismissEnded: () => void
  /** True if another user's lock forbids editing; false offline, since the lock is unknown then. */
  isHeld: boolean
  takeOver: () => void
  isTaking: boolean
  /** Other users with unsent edits of the document. */
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
 * Keeps the lock of the open document while it is on the screen; main takes it with the first edit. While somebody
 * else has it, the content can be read and copied, and becomes editable once they are done.
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
    // Fetches the former holder's last save before editing, and sends waiting entries.
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

/**
 * Opens the document's lock in main and returns its state. New, deleted and read-only documents, and those of
 * collections without locks, have none.
 */
function useLock(): ShownLock {
  const document = useDocument()
  const { entity } = document
  const { may } = usePermitted()('edit')
  const isHere = usePersonIsHere()
  const isThere = useDocumentState(({ view }) => !view.isNew && !view.isGone)
  const isWanted = isThere && entity.lockMs !== null && may
  const key = useDocumentState(({ view }) => refKey(view.ref))
  const ref = useMemo(() => (isWanted ? refOfKey(key) : null), [isWanted, key])
  // Runs before the query below: main ignores documents that are not open.
  useEffect(() => {
    if (ref === null) return
    // The account may have ended, and then there is no lock.
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
    // Main checks the own lock itself while it keeps it alive, and answers with what it found last.
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
      // The former holder's last save is merged below the edits, and waiting entries are sent.
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

/** Interval of the query while the window is visible and the user is present; it also runs on window focus. */
const ASK_MS = 2 * 60_000

/** Another user's unsent edits of the document. `by` null: the server does not say who. */
export type OtherUnsent = { by: string | null; since: string }

const NOBODY: readonly OtherUnsent[] = []

/** Returns the other users with unsent edits of the open document; empty if unknown. */
export function useOthersUnsent(): readonly OtherUnsent[] {
  const document = useDocument()
  const isHere = usePersonIsHere()
  const isOnline = useConnection()?.status === 'online'
  const isThere = useDocumentState(({ view }) => !view.isNew && !view.isGone)
  const ref = document.getRef()
  const { data } = useQuery({
    queryKey: queryKeys.othersUnsent(ref),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      const others = await galley.call('unsent.others', { ref })
      return others.map(({ by, forMs }) => ({ by, since: fromNow(-forMs) }))
    },
    enabled: isThere && isOnline,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isHere && ASK_MS,
    refetchOnWindowFocus: 'always',
  })
  return data ?? NOBODY
}
