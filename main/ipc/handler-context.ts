import type {
  Bootstrap,
  CallInput,
  EventPayload,
  MenuItem,
  Notice,
  SaveFileResult,
  Theme,
} from '../../shared/ipc.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import type { PolicyReading } from '../policy/policy.ts'
import type { ClientCertificates } from '../server/http/client-certificates.ts'
import type { ProxyLogins } from '../server/http/proxy-logins.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Updates } from '../updates/updates.ts'
import type { LivePreview } from '../windows/live-preview/live-preview.ts'
import { CallError } from './bind-contract.ts'

/** The services that the handlers use. */
export type HandlerContext = {
  accounts: Accounts
  settings: SettingsStore
  /** The policy of this computer. */
  reading: PolicyReading
  /** Resolves when the account of the last run is open, or is known not to open. */
  ready: Promise<void>
  facts: Pick<Bootstrap, 'version' | 'platform' | 'presetServer' | 'demoLogin'>
  language: () => string
  certificates: Pick<ClientCertificates, 'open' | 'choose'>
  diagnostics: Diagnostics
  proxyLogins: Pick<ProxyLogins, 'open' | 'answer' | 'askAgain'>
  notices: { list: () => Notice[]; dismiss: (code: string) => void }
  applyTheme: (theme: Theme) => void
  /** Shows the menu bar in the current language; without `items` it keeps the previous ones. */
  showMenu: (items?: readonly MenuItem[]) => void
  /** Resolves once the menu is closed. */
  popUpMenu: (at: CallInput<'menu.show'>) => Promise<void>
  openExternal: (url: string) => Promise<void>
  livePreview: LivePreview
  /** The page has called app.bootstrap, so it listens to events from now on. */
  pageReady: () => void
  updates: Updates
  flushed: (token: string, unwritten: number) => void
  quit: (how: CallInput<'app.quit'>) => void
  /** Returns the unsent edits of a local file as text, null if they cannot be read. */
  exportUnsent: (target: { serverId: string; account: string; file: string }) => Promise<string | null>
  /** Asks a person for a path; null: cancelled. `format`: the extension without the dot; '': none. */
  askWhere: (name: string, format: string) => Promise<string | null>
  /** Starts to drag a local file out of the window. */
  dragFile: (path: string) => Promise<void>
  exportProgress: (progress: EventPayload<'exports.progress'>) => void
  saveJson: (file: CallInput<'app.saveJson'>) => Promise<SaveFileResult>
}

/** Returns the open account; throws `no-account` if there is none. */
export function requireAccount(context: HandlerContext): OpenAccount {
  const account = context.accounts.current()
  if (!account) throw new CallError('no-account')
  return account
}

/** Throws `managed` if the policy forbids exports. */
export function requireExport({ reading }: Pick<HandlerContext, 'reading'>): void {
  if (reading.policy.export === false) throw new CallError('managed')
}
