import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'

const NONE: ReadonlySet<string> = new Set()

/** Says which row of a list was chosen or let go, and how many are: keys choose rows that say nothing of it themselves. */
export function useSayChoice(ids: ReadonlySet<string> = NONE, titleOf: (id: string) => string | null): void {
  const { t } = useT()
  const before = useRef(ids)
  useEffect(() => {
    const was = before.current
    const changed = [...was, ...ids].filter((id) => was.has(id) !== ids.has(id))
    before.current = ids
    const [id] = changed
    if (id === undefined) return
    const count = t('galley:actions.many.selected', { count: ids.size })
    const title = changed.length === 1 ? titleOf(id) : null
    if (title === null) return announce(count)
    announce(t(ids.has(id) ? 'galley:list.chosen' : 'galley:list.letGo', { title, count }))
  }, [ids, titleOf, t])
}
