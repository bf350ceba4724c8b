/** Returns the data of a paste by type; jsdom has neither a clipboard nor a drag. */
export function clipboardData(
  kinds: Readonly<Record<string, string>>,
  files: readonly File[] = [],
): DataTransfer {
  const data = new Map(Object.entries(kinds))
  const transfer: Partial<DataTransfer> = {
    types: [...data.keys()],
    getData: (kind) => data.get(kind) ?? '',
    setData: (kind, value) => void data.set(kind, value),
  }
  return Object.assign(Object.create(null), transfer, { files })
}

/** Returns an event of the clipboard, as the page passes it to Lexical. */
export function clipboardEvent(kind: 'paste' | 'copy' | 'cut', data: DataTransfer): ClipboardEvent {
  return Object.assign(new Event(kind, { cancelable: true }) as ClipboardEvent, { clipboardData: data })
}
