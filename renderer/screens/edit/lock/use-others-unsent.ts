import { useQuery } from '@tanstack/react-query'
import { afterFrame } from '../../../data/frames.ts'
import { galley } from '../../../data/bridge.ts'
import { fromNow } from '../../../data/document-lock.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'
import { usePersonIsHere } from '../../../data/use-person-is-here.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'

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
