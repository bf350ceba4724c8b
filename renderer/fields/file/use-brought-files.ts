import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Take = ((files: readonly File[]) => void) | null

/**
 * Takes the files that are dropped on an element, those in folders too, and not on one in it that takes them. Whether some
 * are held over it.
 */
export function useDroppedFiles(element: RefObject<HTMLElement | null>, take: Take): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const files = [...(event.dataTransfer?.files ?? [])]
    // What lies closer to the pointer has taken them; a text goes where a text is typed.
    if (event.defaultPrevented || take === null || files.length === 0) return
    event.preventDefault()
    const folders = entriesOf(event.dataTransfer)
    if (folders === null) return take(files)
    void takeFolders(folders, take)
  })
  const over = useEffectEvent((event: DragEvent) => {
    const isTaken =
      !event.defaultPrevented && take !== null && event.dataTransfer?.types.includes('Files') === true
    setOver(isTaken)
    if (isTaken) event.preventDefault()
  })
  useEffect(() => {
    const box = element.current
    const listeners = new AbortController()
    const { signal } = listeners
    box?.addEventListener('drop', (event) => drop(event), { signal })
    box?.addEventListener('dragover', (event) => over(event), { signal })
    box?.addEventListener('dragleave', () => setOver(false), { signal })
    return () => listeners.abort()
  }, [element])
  return isOver
}

/** Takes the files that are pasted while the focus is in an element, anywhere but into a text. */
export function usePastedFiles(element: RefObject<HTMLElement | null> | Document, take: Take): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // What lies closer to the focus has taken them.
    if (event.defaultPrevented || take === null || files.length === 0) return
    if (isTextPlace(event.target, 'current' in element ? element.current : null)) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    const place: GlobalEventHandlers | null = 'current' in element ? element.current : element
    const listen = (event: ClipboardEvent): void => paste(event)
    place?.addEventListener('paste', listen)
    return () => place?.removeEventListener('paste', listen)
  }, [element])
}

async function takeFolders(
  folders: readonly FileSystemEntry[],
  take: (files: readonly File[]) => void,
): Promise<void> {
  const files = await filesIn(folders)
  if (files.length > 0) take(files)
}

/** What was dropped, where a folder is among it; null: files alone, or nobody can tell. */
function entriesOf(dropped: DataTransfer | null): FileSystemEntry[] | null {
  const entries = [...(dropped?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return entries.some(({ isDirectory }) => isDirectory) ? entries : null
}

/** The files in these, however deep; what systems hide, such as `.DS_Store`, is nobody's upload. */
async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (isFolder(entry)) found.push(...(await filesIn(await entriesIn(entry))))
    else if (isFile(entry)) {
      const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
      if (file !== null) found.push(file)
    }
  }
  return found
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** A folder is read in parts, until one is empty; by name, as a person sees it. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (part.length === 0) return all.toSorted((a, b) => a.name.localeCompare(b.name))
    all.push(...part)
  }
}

/** A text, or a dialog that does not itself hold the place. */
function isTextPlace(target: EventTarget | null, place: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea') !== null) return true
  const dialog = target.closest('[role=dialog]')
  return dialog !== null && !(place !== null && dialog.contains(place))
}
