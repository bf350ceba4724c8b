import type { LocalAccount, LocalFile } from '../../shared/ipc.ts'

/** Returns the number of a user's unsent edits: of the database, else of its copy. */
export function waitingEdits(account: LocalAccount): number {
  const edits = (kind: LocalFile['kind']) => account.files.find((file) => file.kind === kind)?.edits ?? null
  return edits('documents') ?? edits('copy') ?? 0
}

/**
 * Returns the files whose unsent edits are in no other file. Those of damaged and outdated databases were
 * carried over, and the copy repeats the database.
 */
export function filesWithEdits(account: LocalAccount): LocalFile[] {
  const hasDatabase = account.files.some(({ kind, edits }) => kind === 'documents' && edits !== null)
  return account.files.filter(
    ({ kind, edits }) =>
      edits !== null &&
      edits > 0 &&
      (kind === 'documents' || kind === 'other-user' || (kind === 'copy' && !hasDatabase)),
  )
}

/** Returns the number of edits that are lost if all data of an account is removed. */
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
