import { useCallback, useSyncExternalStore } from 'react'
import { joinPath } from '../../../shared/document/path.ts'
import { useForm } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { folded } from '../kept-views.ts'

/** A list whose rows fold. */
export type FoldingList = {
  path: string
  /** Schema path with its collection or global: the key of the state kept on this computer. */
  schemaPath: string
  /** State of a row that nobody has opened or folded yet. */
  restOpen: boolean
}

const keyOf = (list: FoldingList, id: string) => `open ${joinPath(list.path, id)}`

/** Returns the row's own state; else its state in an earlier session; else the list's default. */
export function isRowOpen(form: FormState, list: FoldingList, id: string): boolean {
  const own = form.view.get(keyOf(list, id))
  return typeof own === 'boolean' ? own : (folded.get(list.schemaPath, id) ?? list.restOpen)
}

export function useRowOpen(list: FoldingList, id: string): boolean {
  const form = useForm()
  const subscribe = useCallback(
    (listener: () => void) => form.view.subscribe(keyOf(list, id), listener),
    [form, list, id],
  )
  return useSyncExternalStore(subscribe, () => isRowOpen(form, list, id))
}

/** Opens or folds rows. `remember`: the user did it, so it is kept for the next session. */
export function setRowsOpen(
  form: FormState,
  list: FoldingList,
  ids: readonly string[],
  open: boolean,
  remember = true,
): void {
  for (const id of ids) form.view.set(keyOf(list, id), open)
  if (remember) folded.set(list.schemaPath, ids, open)
}
