import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Change } from '../../../shared/document/change.ts'
import type { Undone } from '../../../shared/document/history.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useWriteHold } from '../../fields/field-scope.tsx'
import { useDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { pathLabel } from '../../unsent/entry-words.ts'
import { useOnScreen } from './editor-place.ts'

const REDO_TOO = ['Mod+Y']

/**
 * Undo and redo of the document (DM7): by keys, from the palette, and by the system's commands in the form's inputs.
 * An input's own undo is prevented, since the document would not know of it.
 */
export function useUndo(root: RefObject<HTMLElement | null>): void {
  const document = useDocument()
  const { t, label } = useT()
  const toast = useToast()
  const hold = useWriteHold()
  const onScreen = useOnScreen()

  function take(direction: 'undo' | 'redo'): void {
    // A document locked by another user is not changed.
    if (hold !== null) return
    const undone = document[direction]()
    if (undone === null) return
    onScreen(undone.place.locale).show(placeOf(undone))
    if (undone.passedOver.length === 0) return
    const words = { t, label }
    const places = undone.passedOver.map(({ path }) =>
      pathLabel(document.entity.fields, path, words, document.data()),
    )
    toast.success(t('galley:edit.history.left', { places: [...new Set(places)].join(', ') }))
  }

  useCommand({
    id: 'edit.undo',
    title: 'galley:edit.history.undo',
    icon: Undo2,
    shortcut: 'Mod+Z',
    inDrawers: true,
    run: () => take('undo'),
  })
  useCommand({
    id: 'edit.redo',
    title: 'galley:edit.history.redo',
    icon: Redo2,
    shortcut: 'Mod+Shift+Z',
    otherShortcuts: REDO_TOO,
    inDrawers: true,
    run: () => take('redo'),
  })

  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return
    event.preventDefault()
    take(event.inputType === 'historyUndo' ? 'undo' : 'redo')
  })
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const heardInput = (event: InputEvent) => onBeforeInput(event)
    element.addEventListener('beforeinput', heardInput)
    return () => element.removeEventListener('beforeinput', heardInput)
  }, [root])
}

/** Returns the path that changed: of rows the first one restored or moved, else a neighbour of the removed ones. */
function placeOf({ changes, place }: Undone): string {
  const change: Change | undefined = changes.find((one) => one.path === place.path) ?? changes[0]
  if (change?.kind !== 'rows') return change?.path ?? place.path
  const { from, to, added, removed } = change
  const came = to.find((id) => Object.hasOwn(added, id))
  const gone = from.findIndex((id) => Object.hasOwn(removed, id))
  const row = came ?? (gone === -1 ? to.find((id, index) => from[index] !== id) : (to[gone] ?? to.at(-1)))
  return row === undefined ? change.path : joinPath(change.path, row)
}
