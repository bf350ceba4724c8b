import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { LocalAccount, LocalTarget } from '../../shared/ipc.ts'
import { accountOf, removeFile, type FoundAccount } from '../store/durability/account-folder.ts'
import { upkeep } from '../store/worker/worker-calls.ts'

export type AccountKey = { serverId: string; collection: string; userId: string }

/** All data of accounts on this computer: databases, open or not, those set aside, copies (F33). */
export type LocalData = {
  list: () => Promise<FoundAccount[]>
  /** True if a target is, or contains, the database of an account. */
  concerns: (target: LocalTarget, account: AccountKey) => boolean
  /** Deletes the files of a target for good. Its databases must be closed. */
  remove: (target: LocalTarget) => Promise<void>
  /** Returns the unsent edits of one file as text, null if they cannot be read. */
  exportText: (target: { serverId: string; account: string; file: string }) => Promise<string | null>
  /** Sets the closed database of an account aside, since it belongs to another person (F15) or site. */
  setAside: (account: AccountKey) => Promise<{ edits: number }>
  /** Removes all data of a closed account except its unsent edits and files that cannot be read completely. */
  keepOnlyUnsent: (account: AccountKey) => Promise<{ edits: number; unreadable: number }>
}

export function createLocalData(options: { userData: string; workerUrl?: URL }): LocalData {
  const { userData, workerUrl } = options
  const folder = path.join(userData, 'accounts')
  const list = (): Promise<FoundAccount[]> => upkeep('survey', folder, workerUrl)

  /** Existing files of a target; names from the caller are never used as paths. */
  const filesOf = async (target: LocalTarget): Promise<string[]> =>
    (await list())
      .filter(({ serverId }) => serverId === target.serverId)
      .filter(({ id }) => target.account === null || id === target.account)
      .flatMap(({ serverId, files }) =>
        files
          .filter(({ name }) => target.file === null || name === target.file)
          .map(({ name }) => path.join(folder, serverId, name)),
      )

  return {
    list,
    concerns: (target, account) => {
      const file = accountFile(userData, account)
      const isAccount =
        target.serverId === account.serverId && target.account === accountOf(path.basename(file))
      if (target.account === null) return target.serverId === account.serverId
      return isAccount && (target.file === null || target.file === path.basename(file))
    },
    remove: async (target) => {
      const files = await filesOf(target)
      for (const file of files) removeFile(file)
      // The folder is removed only if it is empty: other files in it are not Galley's.
      for (const place of new Set(files.map((file) => path.dirname(file)))) {
        const isEmpty = (await list()).every(({ serverId }) => serverId !== path.basename(place))
        if (isEmpty) await rm(place, { recursive: true, force: true })
      }
    },
    exportText: async (target) => {
      const [file] = await filesOf(target)
      if (file === undefined) return null
      const isDatabase = path.basename(file) === `${target.account}.sqlite`
      return upkeep(isDatabase ? 'export-open' : 'export', file, workerUrl)
    },
    setAside: (account) => upkeep('set-aside', accountFile(userData, account), workerUrl),
    keepOnlyUnsent: (account) => upkeep('reduce', accountFile(userData, account), workerUrl),
  }
}

/** Adds to each account whether it is open. */
export function withOpen(found: FoundAccount[], data: LocalData, open: AccountKey | null): LocalAccount[] {
  return found.map((account) => {
    const target = { serverId: account.serverId, account: account.id, file: null }
    return { ...account, isOpen: open !== null && data.concerns(target, open) }
  })
}

/**
 * The database of one user of one server: `accounts/<server>/<collection>-<user>.sqlite` (SY2). Names that are not
 * plain lower case are replaced by a hash: on most desktops `A` and `a` are the same file, but not the same user.
 */
export function accountFile(
  userData: string,
  account: { serverId: string; collection: string; userId: string },
): string {
  return path.join(
    userData,
    'accounts',
    account.serverId,
    `${safeName(account.collection)}-${safeName(account.userId)}.sqlite`,
  )
}

function safeName(text: string): string {
  if (/^[a-z0-9_]{1,64}$/.test(text) || /^[0-9a-f-]{36}$/.test(text)) return text
  return `x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
