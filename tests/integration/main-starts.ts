import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { accountFile, createLocalData } from '../../main/accounts/local-data.ts'
import { createAccounts, type Accounts } from '../../main/accounts/accounts.ts'
import { silentLog } from '../../main/log.ts'
import type { HttpTransport } from '../../main/server/http/http-transport.ts'
import { memoryTokenJar, type TokenJar } from '../../main/server/session/token.ts'
import { createSettings, type SettingsStore } from '../../main/settings/settings.ts'
import { openFileFolder } from '../../main/files/file-folder.ts'
import { openStore } from '../../main/store/worker/store-client.ts'
import type { CallInput, Notice } from '../../shared/ipc.ts'
import { storeWorker } from '../support/store-worker.ts'
import { transport as nodeTransport } from './main-site.ts'
import { DEMO_PASSWORD, EDITOR } from './support/cms.ts'

/** Everything that survives a restart of the program: settings, databases, cookies. */
export type Installation = {
  /** Returns the notices since the last start. */
  notices: () => readonly Notice[]
  /** Returns the window's events since the last start. */
  events: () => readonly { name: string; payload: unknown }[]
  /** Starts the program; ends the previous start. */
  start: () => Promise<{ accounts: Accounts; settings: SettingsStore }>
  dispose: () => Promise<void>
}

/**
 * Creates an installation without windows. `transport`: for requests to servers; `openExternal`: the system's
 * browser.
 */
export async function install(
  transport: HttpTransport = nodeTransport,
  openExternal: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-starts-'))
  const jars = new Map<string, TokenJar>()
  let file: unknown = null
  let accounts: Accounts | null = null
  let notices: Notice[] = []
  let events: { name: string; payload: unknown }[] = []
  const start: Installation['start'] = async () => {
    await accounts?.close()
    notices = []
    events = []
    const settings = createSettings(
      { read: () => file, write: (next) => void (file = structuredClone(next)) },
      silentLog,
    )
    accounts = createAccounts({
      settings,
      accessFor: ({ id }) => {
        const tokens = jars.get(id) ?? memoryTokenJar()
        jars.set(id, tokens)
        return { transport, tokens }
      },
      openStore: (account, onDamaged) =>
        openStore({
          file: accountFile(folder, account),
          workerUrl: storeWorker,
          onEvent: () => undefined,
          onFatal: (error) => {
            throw error
          },
          onDamaged,
        }),
      openFiles: (account) => openFileFolder(accountFile(folder, account)),
      localData: createLocalData({ userData: folder, workerUrl: storeWorker }),
      flush: () => Promise.resolve(true),
      reload: () => undefined,
      language: () => 'en',
      sendEvent: (name, payload) => void events.push({ name, payload }),
      notify: (notice) => void notices.push(notice),
      openExternal: (url) => openExternal(url),
      onOpened: () => undefined,
      onLeft: () => undefined,
      log: silentLog,
    })
    return { accounts, settings }
  }
  return {
    start,
    notices: () => notices,
    events: () => events,
    dispose: async () => {
      await accounts?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the log-in of the demo's editor. */
export function editorLogin(
  url: string,
  parts: Partial<CallInput<'session.login'>> = {},
): CallInput<'session.login'> {
  const usual = {
    collection: 'users',
    identifier: EDITOR,
    password: DEMO_PASSWORD,
    keep: true,
    inPlace: false,
  }
  return { url, ...usual, ...parts }
}
