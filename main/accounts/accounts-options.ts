import type { Account, Notice } from '../../shared/ipc.ts'
import type { FileFolder } from '../files/file-folder.ts'
import type { Log } from '../log.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import type { TokenJar } from '../server/session/token.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { AccountKey, LocalData } from './local-data.ts'
import type { SendEvent } from '../ipc/events.ts'
import type { ClosableStore } from './open-account.ts'

/** The HTTP transport and cookie jar of one server. In the program both belong to one session partition. */
export type ServerAccess = { transport: HttpTransport; tokens: TokenJar }

export type AccountsOptions = {
  settings: SettingsStore
  /** Returns the access to a server, the same object every time for the same server. */
  accessFor: (server: { id: string; url: string }) => ServerAccess
  /** Opens the database of a user. Rejects if that fails. */
  openStore: (account: AccountKey, onDamaged: () => void) => Promise<ClosableStore>
  /** Opens the folder of a user's pending files. */
  openFiles: (account: AccountKey) => FileFolder
  language: () => string
  /** The policy's decision about which documents to keep on this computer; null: none. */
  keepPolicy?: 'all' | 'opened' | null
  /** The policy's limit for documents kept on this computer, in megabytes; null: none. */
  maxMegabytes?: number | null
  /** False: the policy forbids this server. */
  mayUseServer?: (url: string) => boolean
  isOnBattery?: () => boolean
  sendEvent: SendEvent
  notify: (notice: Notice) => void
  localData: LocalData
  /**
   * Resolves once no question for a client certificate of that server is open; true if the person was asked.
   */
  certificateAnswered?: (url: string) => Promise<boolean>
  /** Resolves once no proxy waits for a login; true if a proxy waited and was given one. */
  proxyAnswered?: () => Promise<boolean>
  /** Writes all input to the database. False: some input could not be written and is only in the page. */
  flush: () => Promise<boolean>
  /** Reloads the page, with the account that is open now. */
  reload: () => void
  /** Opens an address in the system's browser. */
  openExternal: (url: string) => Promise<void>
  /** Called with the opened account, for parts outside this module such as the theme's cookie. */
  onOpened: (account: Account) => void
  /** Called when the open account closes, or may send nothing more. */
  onLeft: () => void
  log: Log
}
