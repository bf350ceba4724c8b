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

/** What the handlers act on. */
export type HandlerContext = {
  accounts: Accounts
  settings: SettingsStore
  /** What the policy of this computer decides. */
  reading: PolicyReading
  /** Resolves when the account of the last time is open, or is known not to be. */
  ready: Promise<void>
  facts: Pick<Bootstrap, 'version' | 'platform' | 'presetServer' | 'demoLogin'>
  language: () => string
  certificates: Pick<ClientCertificates, 'open' | 'choose'>
  diagnostics: Diagnostics
  proxyLogins: Pick<ProxyLogins, 'open' | 'answer' | 'askAgain'>
  notices: { list: () => Notice[]; dismiss: (code: string) => void }
  applyTheme: (theme: Theme) => void
  /** Shows the menu bar in the language of now; without items with those of before. */
  showMenu: (items?: readonly MenuItem[]) => void
  /** Resolves once the menu is closed. */
  popUpMenu: (at: CallInput<'menu.show'>) => Promise<void>
  openExternal: (url: string) => Promise<void>
  livePreview: LivePreview
  /** The page asked what to show: it listens from now on. */
  pageReady: () => void
  updates: Updates
  flushed: (token: string, unwritten: number) => void
  quit: (how: CallInput<'app.quit'>) => void
  /** The unsent edits of a file on this computer as text, null where they cannot be read. */
  exportUnsent: (target: { serverId: string; account: string; file: string }) => Promise<string | null>
  /** Asks a person where a file is to be; null: nowhere. `format`: its ending without the dot; '': none. */
  askWhere: (name: string, format: string) => Promise<string | null>
  /** Begins to drag a file of this computer out of the window. */
  dragFile: (path: string) => Promise<void>
  exportProgress: (progress: EventPayload<'exports.progress'>) => void
  saveJson: (file: CallInput<'app.saveJson'>) => Promise<SaveFileResult>
}

/** The open account; calls that need one are rejected as `no-account` without. */
export function requireAccount(context: HandlerContext): OpenAccount {
  const account = context.accounts.current()
  if (!account) throw new CallError('no-account')
  return account
}

/** Calls that write documents to files are rejected as `managed` where the policy forbids exports. */
export function requireExport({ reading }: Pick<HandlerContext, 'reading'>): void {
  if (reading.policy.export === false) throw new CallError('managed')
}
