import { useCallback, useMemo, useRef, useState } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { MANY_AT_MOST } from '../../../shared/ipc.ts'
import type { RowSelection } from './row-checkbox.tsx'

export type Selection = {
  ids: ReadonlySet<string>
  /** The revision of each as it is on the screen, or was when it was chosen. */
  shown: Record<string, string | null>
  rows: Pick<RowSelection, 'ids' | 'onSelect' | 'onSelectPage'>
  choose: (rows: readonly Chosen[]) => void
  clear: () => void
}

type Chosen = Pick<ListRow, 'ref' | 'updatedAt'>

const NONE: ReadonlyMap<string, Chosen> = new Map()

/** Which documents of a list are chosen; they stay so on its other pages, and are let go when another list is asked for. */
export function useRowSelection(rows: readonly ListRow[], question: string): Selection {
  const [chosen, setChosen] = useState({ question, byId: NONE })
  const byId = chosen.question === question ? chosen.byId : NONE
  const last = useRef<string | null>(null)
  const choose = useCallback(
    (next: readonly Chosen[]) => {
      const all = new Map(next.map((row) => [refId(row.ref), row]))
      setChosen({ question, byId: new Map([...all].slice(0, MANY_AT_MOST)) })
    },
    [question],
  )
  return useMemo(() => {
    const onPage = rows.map((row) => refId(row.ref))
    const ids = new Set(byId.keys())
    const change = (changed: readonly string[], selected: boolean) => {
      const others = [...byId.values()].filter(({ ref }) => selected || !changed.includes(refId(ref)))
      choose(selected ? [...others, ...rows.filter(({ ref }) => changed.includes(refId(ref)))] : others)
    }
    const now = new Map(rows.map((row) => [refId(row.ref), row]))
    return {
      ids,
      shown: Object.fromEntries([...byId].map(([id, row]) => [id, (now.get(id) ?? row).updatedAt])),
      rows: {
        ids,
        onSelect(id, selected, upTo) {
          const from = upTo && last.current !== null ? onPage.indexOf(last.current) : -1
          const to = onPage.indexOf(id)
          last.current = id
          change(from < 0 ? [id] : onPage.slice(Math.min(from, to), Math.max(from, to) + 1), selected)
        },
        onSelectPage: (selected) => change(onPage, selected),
      },
      choose,
      clear: () => choose([]),
    }
  }, [rows, byId, choose])
}
