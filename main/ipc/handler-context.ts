import type { Bootstrap, CallInput, Notice, SaveFileResult, Theme } from '../../shared/ipc.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { CallError } from './bind-contract.ts'

/** What the handlers act on. */
export type HandlerContext = {
  accounts: Accounts
  settings: SettingsStore
  /** Resolves when the account of the last time is open, or is known not to be. */
  ready: Promise<void>
  facts: Pick<Bootstrap, 'version' | 'platform' | 'presetServer' | 'demoLogin'>
  language: () => string
  notices: { list: () => Notice[]; dismiss: (code: string) => void }
  applyTheme: (theme: Theme) => void
  openExternal: (url: string) => Promise<void>
  saveJson: (input: CallInput<'app.saveJson'>) => Promise<SaveFileResult>
  flushed: (token: string) => void
}

/** The open account; calls that need one are rejected as `no-account` without. */
export function requireAccount(context: HandlerContext): OpenAccount {
  const account = context.accounts.current()
  if (!account) throw new CallError('no-account')
  return account
}
