import { useCallback, useMemo, useRef, useState } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { MANY_AT_MOST } from '../../../shared/ipc.ts'
import type { RowSelection } from './row-checkbox.tsx'

export type Selection = {
  ids: ReadonlySet<string>
  rows: Pick<RowSelection, 'ids' | 'onSelect' | 'onSelectPage'>
  choose: (ids: Iterable<string>) => void
  clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** Which documents of a list are chosen; they stay so on its other pages, and are let go when another list is asked for. */
export function useRowSelection(rows: readonly ListRow[], question: string): Selection {
  const [chosen, setChosen] = useState({ question, ids: NONE })
  const ids = chosen.question === question ? chosen.ids : NONE
  const last = useRef<string | null>(null)
  const choose = useCallback(
    (next: Iterable<string>) => setChosen({ question, ids: new Set([...next].slice(0, MANY_AT_MOST)) }),
    [question],
  )
  return useMemo(() => {
    const onPage = rows.map((row) => refId(row.ref))
    const change = (changed: readonly string[], selected: boolean) => {
      if (selected) choose([...ids, ...changed])
      else choose([...ids].filter((id) => !changed.includes(id)))
    }
    return {
      ids,
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
  }, [rows, ids, choose])
}
