import { useCallback, useMemo, useRef, useState } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { MANY_AT_MOST } from '../../../shared/ipc.ts'

/** The rows of a list that are chosen, by id, over all of its pages, and what chooses them. */
export type RowSelection = {
  ids: ReadonlySet<string>
  onSelect: (id: string, selected: boolean) => void
  /**
   * Chooses all rows from the one where this was begun up to this one, and lets go of those that it reached before and
   * reaches no more. `from`: where it goes on; elsewhere than it ended, another one begins there. Null: it goes on anyway.
   */
  onExtend: (id: string, from: string | null) => void
  onSelectPage: (selected: boolean) => void
}

export type Selection = {
  ids: ReadonlySet<string>
  /** The revision of each as it is on the screen, or was when it was chosen. */
  shown: Record<string, string | null>
  /** The documents themselves, as they are on the screen, or were when they were chosen. */
  documents: readonly Chosen[]
  rows: RowSelection
  choose: (rows: readonly Chosen[]) => void
  clear: () => void
}

export type Chosen = Pick<ListRow, 'ref' | 'updatedAt' | 'permissions'>
type ById = ReadonlyMap<string, Chosen>

/** A range of rows that are chosen together: from where to where, and what was chosen before. */
type Range = { question: string; from: string; to: string; before: ById }

const NONE: ById = new Map()

/** Which documents of a list are chosen; they stay so on its other pages, and are let go when another list is asked for. */
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
