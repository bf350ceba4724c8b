import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FindInText } from './find-in-text.ts'
import { findMatches, samePlace, untilEnough, type FindMatch } from './find-matches.ts'
import { keyOfPlace, type FindPlace } from './find-places.ts'
import { inSlices } from '../../../data/frames.ts'
import { usePlaces } from './use-places.ts'

export type Matches = {
  /** The matches in the order of the document. */
  matches: readonly FindMatch[]
  /** Index of the match that is shown. */
  current: number
  /** True if the whole document was searched for the present text. */
  isRead: boolean
  go: (index: number) => void
}

type Found = { matches: readonly FindMatch[]; current: number; by: FindInText | null }

/**
 * Returns the matches in the open document and the current one. A new text is searched from the last match,
 * or at first from `anchor`, the path of a field; after an edit the same match stays current.
 */
export function useMatches(find: FindInText, anchor: () => string | null): Matches {
  const places = usePlaces()
  const [found, setFound] = useState<Found>({ matches: [], current: 0, by: null })
  const from = useRef<FindMatch | null>(null)

  const take = useEffectEvent((all: readonly FindPlace[], matches: readonly FindMatch[], by: FindInText) => {
    const before = from.current
    const isSameSearch = found.by === by
    const same = before === null || !isSameSearch ? -1 : matches.findIndex((one) => samePlace(one, before))
    const current =
      same === -1
        ? nextFrom(all, matches, before?.place ?? { at: anchor() ?? '', part: 'label', inNode: null })
        : same
    from.current = matches[current] ?? before
    setFound({ matches, current, by })
  })

  useEffect(() => {
    if (places === null) return
    const giveUp = new AbortController()
    const search = async () => {
      const all = await inSlices(untilEnough(findMatches(places, find)), giveUp.signal)
      if (all !== null) take(places, all.flat(), find)
    }
    void search()
    return () => giveUp.abort()
  }, [places, find])

  const go = useCallback(
    (index: number) =>
      setFound((before) => {
        from.current = before.matches[index] ?? null
        return { ...before, current: index }
      }),
    [],
  )
  return { ...found, isRead: found.by === find, go }
}

/** Returns the index of the first match at or behind a place; 0 if there is none. */
function nextFrom(
  all: readonly FindPlace[],
  matches: readonly FindMatch[],
  from: Pick<FindPlace, 'at' | 'part' | 'inNode'>,
): number {
  const key = keyOfPlace(from)
  const place = all.findIndex((one) => keyOfPlace(one) === key)
  return Math.max(
    0,
    matches.findIndex(({ index }) => index >= place),
  )
}
