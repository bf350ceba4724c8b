import { useMemo, useState } from 'react'
import type { RowHead } from '../../form/form-snapshot.ts'

export type RowSelection = {
  /** Ids of the selected rows that exist. */
  ids: ReadonlySet<string>
  /** Selects only these rows. */
  set: (ids: readonly string[], anchor?: string) => void
  toggle: (id: string) => void
  /** Selects the range from the anchor to this row. `from`: the anchor if nothing is selected. */
  extendTo: (id: string, from?: string) => void
  clear: () => void
}

type Chosen = { ids: ReadonlySet<string>; anchor: string | null }

const NONE: Chosen = { ids: new Set(), anchor: null }

/** Returns the selection of a list's rows. Removed rows leave it. */
export function useRowSelection(rows: readonly RowHead[]): RowSelection {
  const [chosen, setChosen] = useState(NONE)
  return useMemo(() => {
    const here = rows.map(({ id }) => id)
    const ids = new Set(here.filter((id) => chosen.ids.has(id)))
    return {
      ids,
      set: (next, anchor) => setChosen({ ids: new Set(next), anchor: anchor ?? next[0] ?? null }),
      toggle: (id) =>
        setChosen({
          ids: ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]),
          anchor: id,
        }),
      extendTo(id, from) {
        const anchor = chosen.anchor !== null && ids.size > 0 ? chosen.anchor : (from ?? id)
        const [a, b] = [here.indexOf(anchor), here.indexOf(id)]
        const range = a === -1 ? [id] : here.slice(Math.min(a, b), Math.max(a, b) + 1)
        setChosen({ ids: new Set(range), anchor: a === -1 ? id : anchor })
      },
      clear: () => setChosen(NONE),
    }
  }, [rows, chosen])
}
