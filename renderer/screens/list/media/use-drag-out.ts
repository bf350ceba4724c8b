import { useRef } from 'react'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason, notDoneReason } from '../../../data/failure-reasons.ts'
import { useSaveFile } from '../../../fields/file/use-save-file.ts'
import { useT } from '../../../i18n/use-t.ts'
import { useToast } from '../../../ui/toast/toast-queue.ts'

/**
 * Returns a function that drags the file of a row out of the window, once it is on this computer and if the
 * pointer is still pressed.
 */
export function useDragOut(): (row: ListRow) => void {
  const { t } = useT()
  const toast = useToast()
  const { whyNot } = useSaveFile()
  /** Ids of files that are on this computer, by document and revision. */
  const brought = useRef(new Map<string, string>())
  /** Running fetches, by the same keys; another try waits for the same one. */
  const coming = useRef(new Map<string, Promise<string | null>>())

  async function bring(row: ListRow): Promise<string | null> {
    const reason = whyNot(row.ref)
    const result =
      reason === null ? await galley.call('files.bring', { slug: row.ref.slug, id: refId(row.ref) }) : null
    if (result?.outcome === 'here') return result.id
    if (result === null) toast.error(reason ?? '')
    else if (result.outcome === 'none') toast.error(t('galley:media.noFile'))
    else toast.error(notDoneReason(result, t))
    return null
  }
  async function drag(row: ListRow, isPressed: () => boolean): Promise<void> {
    const key = `${refId(row.ref)} ${row.updatedAt ?? ''}`
    const known = brought.current.get(key)
    if (known !== undefined && isPressed() && (await begin(known))) return
    const isFirst = !coming.current.has(key)
    const under = coming.current.get(key) ?? bring(row).finally(() => coming.current.delete(key))
    coming.current.set(key, under)
    const id = await under
    if (id === null) return
    brought.current.set(key, id)
    if (isPressed()) await begin(id)
    else if (isFirst) toast.success(t('galley:media.dragAgain'))
  }
  return (row) => {
    drag(row, pressedPointer()).catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
  }
}

/** Starts the drag in main. Returns false if the file is not on this computer any more. */
async function begin(id: string): Promise<boolean> {
  const end = ignoreDrops()
  const { begun } = await galley.call('files.drag', { id })
  if (!begun) end()
  return begun
}

/** Ignores drops on this window during the drag, since they would upload the file once more. */
function ignoreDrops(): () => void {
  const { options, end } = untilFree()
  for (const name of ['dragenter', 'dragover', 'drop'])
    window.addEventListener(name, (event) => event.stopImmediatePropagation(), options)
  // Ends once the drag has left the window, so that other files can be dropped.
  window.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (relatedTarget === null) end()
    },
    options,
  )
  return end
}

/** Returns a check that the pointer is still pressed. The click of its release must not open the document. */
function pressedPointer(): () => boolean {
  let isPressed = true
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // The click follows the release at once, before the pointer moves again.
  window.addEventListener('click', swallow, untilFree().options)
  const release = () => (isPressed = false)
  for (const name of ['pointerup', 'pointercancel'])
    window.addEventListener(name, release, { once: true, capture: true })
  return () => isPressed
}

/**
 * Returns options of listeners that end after this press: when the pointer moves unpressed, or with the next
 * press of a button or key.
 */
function untilFree(): { options: { capture: true; signal: AbortSignal }; end: () => void } {
  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal } as const
  const end = () => listeners.abort()
  window.addEventListener('pointerdown', end, options)
  window.addEventListener('keydown', end, options)
  window.addEventListener(
    'pointermove',
    ({ buttons }) => {
      if (buttons === 0) end()
    },
    options,
  )
  return { options, end }
}
