import type { LocalAccount, LocalFile } from '../../shared/ipc.ts'

/** How many edits of a user wait to be sent: those of the database, or of its copy where there is none. */
export function waitingEdits(account: LocalAccount): number {
  const edits = (kind: LocalFile['kind']) => account.files.find((file) => file.kind === kind)?.edits ?? null
  return edits('documents') ?? edits('copy') ?? 0
}

/** Files with unsent edits of their own: what was damaged or updated has been carried over, copies repeat. */
export function filesWithEdits(account: LocalAccount): LocalFile[] {
  const hasDatabase = account.files.some(({ kind, edits }) => kind === 'documents' && edits !== null)
  return account.files.filter(
    ({ kind, edits }) =>
      edits !== null &&
      edits > 0 &&
      (kind === 'documents' || kind === 'other-user' || (kind === 'copy' && !hasDatabase)),
  )
}

/** How many edits are lost when all of an account is removed. */
export function editsAtStake(account: LocalAccount): number {
  return filesWithEdits(account).reduce((sum, { edits }) => sum + (edits ?? 0), 0)
}

export function bytesOf({ files }: LocalAccount): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns the name of a server that is not in the list any more: the host in its id (main/server/address.ts). */
export function hostOfServerId(id: string): string {
  return id.replace(/-[0-9a-f]{10}$/, '')
}
