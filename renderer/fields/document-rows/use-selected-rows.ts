import { useCallback, useMemo, useRef, useState } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { MANY_AT_MOST } from '../../../shared/ipc.ts'

/** The selected rows of a list, by id, on all of its pages, and the functions that select. */
export type RowSelection = {
  ids: ReadonlySet<string>
  onSelect: (id: string, selected: boolean) => void
  /**
   * Changes the last range so that it ends at this row. Without one on this page, or if it did not end at
   * `from`, a new range begins at `from`; null accepts any end.
   */
  onExtend: (id: string, from: string | null) => void
  onSelectPage: (selected: boolean) => void
}

export type Selection = {
  ids: ReadonlySet<string>
  /** Revision of each selected document: as on the screen now, else as when it was selected. */
  shown: Record<string, string | null>
  /** The selected documents: as on the screen now, else as when they were selected. */
  documents: readonly Chosen[]
  rows: RowSelection
  choose: (rows: readonly Chosen[]) => void
  clear: () => void
}

export type Chosen = Pick<ListRow, 'ref' | 'updatedAt' | 'permissions'>
type ById = ReadonlyMap<string, Chosen>

/** A range of rows selected together: its ends, and the selection that it is added to. */
type Range = { question: string; from: string; to: string; before: ById }

const NONE: ById = new Map()

/**
 * Returns the selected documents of a list. The selection outlasts a change of page, and ends with another
 * `question`.
 */
export function useSelectedRows(rows: readonly Chosen[], question: string): Selection {
  const [chosen, setChosen] = useState({ question, byId: NONE })
  const byId = chosen.question === question ? chosen.byId : NONE
  const range = useRef<Range | null>(null)
  const put = useCallback(
    (next: readonly Chosen[]): ById => {
      const all = new Map(next.map((row) => [refId(row.ref), row]))
      const kept = new Map([...all].slice(0, MANY_AT_MOST))
      setChosen({ question, byId: kept })
      return kept
    },
    [question],
  )
  return useMemo(() => {
    const onPage = rows.map((row) => refId(row.ref))
    const ids = new Set(byId.keys())
    const change = (changed: readonly string[], selected: boolean): ById => {
      const others = [...byId.values()].filter(({ ref }) => selected || !changed.includes(refId(ref)))
      return put(selected ? [...others, ...rows.filter(({ ref }) => changed.includes(refId(ref)))] : others)
    }
    const choose = (next: readonly Chosen[]): void => {
      range.current = null
      put(next)
    }
    const now = new Map(rows.map((row) => [refId(row.ref), row]))
    const documents = [...byId].map(([id, row]) => now.get(id) ?? row)
    return {
      ids,
      shown: Object.fromEntries(documents.map(({ ref, updatedAt }) => [refId(ref), updatedAt])),
      documents,
      rows: {
        ids,
        onSelect(id, selected) {
          range.current = { question, from: id, to: id, before: change([id], selected) }
        },
        onExtend(id, from) {
          const last = range.current
          const goesOn =
            last?.question === question && onPage.includes(last.from) && (from === null || from === last.to)
          const next: Range = goesOn
            ? { ...last, to: id }
            : { question, from: from ?? id, to: id, before: byId }
          range.current = next
          const ends = [onPage.indexOf(next.from), onPage.indexOf(id)]
          put([...next.before.values(), ...rows.slice(Math.min(...ends), Math.max(...ends) + 1)])
        },
        onSelectPage(selected) {
          range.current = null
          change(onPage, selected)
        },
      },
      choose,
      clear: () => choose([]),
    }
  }, [rows, byId, put, question])
}
