import type { GalleyBridge } from '../../../shared/ipc.ts'
import { readCopiedRows, type CopiedRows } from '../../../shared/document/copied-rows.ts'

/** Beside the text, so that rows can be pasted in another window of Galley, too. */
const TYPE = 'application/x-galley-rows+json'

type Copy = { text: string; rows: CopiedRows }

/** What was copied last in this window: a menu cannot read the system's clipboard. */
let last: Copy | null = null

export function fillClipboard(data: DataTransfer, rows: CopiedRows, text: string): void {
  last = { text, rows }
  data.setData('text/plain', text)
  data.setData(TYPE, JSON.stringify(rows))
}

/** The same without a copy event, for menus. */
export function copyToClipboard(rows: CopiedRows, text: string): void {
  last = { text, rows }
  const onCopy = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return
    fillClipboard(event.clipboardData, rows, text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // With nothing selected the command runs only where somebody says beforehand that there is something to copy.
  const onBeforeCopy = (event: Event) => event.preventDefault()
  document.addEventListener('copy', onCopy, true)
  document.addEventListener('beforecopy', onBeforeCopy, true)
  document.execCommand?.('copy')
  document.removeEventListener('copy', onCopy, true)
  document.removeEventListener('beforecopy', onBeforeCopy, true)
}

/** Rows that are being pasted; null where it is something else. */
export function rowsFromClipboard(data: DataTransfer): CopiedRows | null {
  const json = data.getData(TYPE)
  if (json !== '') return readCopiedRows(json)
  return last !== null && data.getData('text/plain') === last.text ? last.rows : null
}

/** What was copied belongs to the account that copied it. */
export function forgetRowsWithAccount(bridge: Pick<GalleyBridge, 'on'>): void {
  bridge.on('session.accountChanged', () => {
    last = null
  })
}

/** Rows that were copied last in this window. */
export function rowsCopiedHere(): CopiedRows | null {
  return last?.rows ?? null
}
