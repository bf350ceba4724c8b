import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Take = ((files: readonly File[]) => void) | null

/**
 * Takes files dropped on an element, also from folders, unless an inner element took them. Returns true while files
 * are dragged over it.
 */
export function useDroppedFiles(element: RefObject<HTMLElement | null>, take: Take): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const files = [...(event.dataTransfer?.files ?? [])]
    // An inner element has taken them, or text is dropped.
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

/** Takes files pasted while the focus is in an element, except into a text. */
export function usePastedFiles(element: RefObject<HTMLElement | null> | Document, take: Take): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // An inner element has taken them.
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

/** Returns the dropped entries if a folder is among them; null for files alone, or if unknown. */
function entriesOf(dropped: DataTransfer | null): FileSystemEntry[] | null {
  const entries = [...(dropped?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return entries.some(({ isDirectory }) => isDirectory) ? entries : null
}

/** Returns the files in the entries, at any depth, without unreadable and hidden ones such as `.DS_Store`. */
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

/** Reads a folder, in parts until one is empty; sorted by name. */
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

/** True for a text input, or a dialog that is not around the element. */
function isTextPlace(target: EventTarget | null, place: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea') !== null) return true
  const dialog = target.closest('[role=dialog]')
  return dialog !== null && !(place !== null && dialog.contains(place))
}
