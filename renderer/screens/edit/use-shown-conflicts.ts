import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Conflict } from '../../../shared/document/change.ts'
import { shownConflicts, type ShownConflict } from '../../../shared/document/shown-conflict.ts'
import { sameJson } from '../../../shared/json.ts'
import { useDocument, useForm, useSecondForm } from '../../form/form-context.tsx'

/** Conflicts of the open document with what their fields hold now; another list only where one of those is another. */
export function useShownConflicts(conflicts: readonly Conflict[]): ShownConflict[] {
  const document = useDocument()
  const form = useForm()
  const second = useSecondForm()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [form, ...(second ? [second] : [])].flatMap((one) =>
        conflicts.map(({ path }) => one.subscribeWithin(path, listener)),
      )
      return [...stops, document.subscribe(listener)].reduce((all, stop) => () => {
        all()
        stop()
      })
    },
    [document, form, second, conflicts],
  )
  const read = useMemo(
    () => readAnew(() => shownConflicts(document.entity.fields, document.data(), conflicts)),
    [document, conflicts],
  )
  return useSyncExternalStore(subscribe, read)
}

/** Answers the same list for as long as nothing in it is another. */
function readAnew(read: () => ShownConflict[]): () => ShownConflict[] {
  let last: ShownConflict[] = []
  return () => {
    const next = read()
    if (!sameJson(last, next)) last = next
    return last
  }
}
