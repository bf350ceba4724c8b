import type { GalleyBridge } from '../../../shared/ipc.ts'
import { readCopiedRows, type CopiedRows } from '../../../shared/document/copied-rows.ts'

/** Type of rows on the clipboard, next to the text, for pasting in another window of Galley. */
const TYPE = 'application/x-galley-rows+json'

type Copy = { text: string; rows: CopiedRows }

/** The rows copied last in this window: a menu cannot read the system's clipboard. */
let last: Copy | null = null

export function fillClipboard(data: DataTransfer, rows: CopiedRows, text: string): void {
  last = { text, rows }
  data.setData('text/plain', text)
  data.setData(TYPE, JSON.stringify(rows))
}

/** Copies rows for a menu: a copy command fires the copy event in which the clipboard is filled. */
export function copyToClipboard(rows: CopiedRows, text: string): void {
  last = { text, rows }
  const onCopy = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return
    fillClipboard(event.clipboardData, rows, text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Without a selection the command runs only if a listener prevents `beforecopy`.
  const onBeforeCopy = (event: Event) => event.preventDefault()
  document.addEventListener('copy', onCopy, true)
  document.addEventListener('beforecopy', onBeforeCopy, true)
  document.execCommand?.('copy')
  document.removeEventListener('copy', onCopy, true)
  document.removeEventListener('beforecopy', onBeforeCopy, true)
}

/** Returns the pasted rows; null if the clipboard has none. */
export function rowsFromClipboard(data: DataTransfer): CopiedRows | null {
  const json = data.getData(TYPE)
  if (json !== '') return readCopiedRows(json)
  return last !== null && data.getData('text/plain') === last.text ? last.rows : null
}

/** Clears copied rows when the account changes. */
export function forgetRowsWithAccount(bridge: Pick<GalleyBridge, 'on'>): void {
  bridge.on('session.accountChanged', () => {
    last = null
  })
}

/** Returns the rows copied last in this window. */
export function rowsCopiedHere(): CopiedRows | null {
  return last?.rows ?? null
}
