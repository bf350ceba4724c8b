import { statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ComputerFacts, StoreCheck } from '../../shared/diagnostics.ts'
import type { CallOutput, ServerProblem } from '../../shared/ipc.ts'
import { countUnsent } from '../../shared/sync/unsent.ts'
import { accountFile } from '../accounts/local-data.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { errorName, type Log } from '../log.ts'
import { normaliseAddress } from '../server/address.ts'
import type { ApiClient } from '../server/http/api-client.ts'
import { troubleOf } from '../server/answer-shapes.ts'
import { problemOf, readHello } from '../server/session/probe.ts'
import { readToken } from '../server/session/token.ts'
import { readFileHeader } from '../store/durability/file-header.ts'
import { upkeep } from '../store/worker/worker-calls.ts'
import type { PolicyDecision } from '../../shared/policy.ts'
import { isPolicyKey, policyKind, type PolicyKind } from '../policy/policy-keys.ts'
import { connectionSteps } from './connection-steps.ts'
import { HIDDEN } from './redact-log.ts'
import { countCrashes, folderBytes, readLogTail } from './folders.ts'

export type Diagnostics = {
  /** Returns the facts that need no network. */
  read: () => Promise<ComputerFacts>
  /** Tests the connection to a server step by step; null: the server of the open account. */
  connect: (url: string | null) => Promise<CallOutput<'diagnostics.connect'>>
  /** Checks the whole database of the open account, in a worker of its own. */
  checkStore: () => Promise<StoreCheck>
  showLog: () => void
}

export type DiagnosticsOptions = {
  userData: string
  /** Folder of crash dumps. */
  crashes: string
  policy: readonly PolicyDecision[]
  versions: ComputerFacts['versions']
  account: () => OpenAccount | null
  /** A client of the server at that address, without a token. */
  clientFor: (url: string) => ApiClient
  /** Resolves the proxy for an address, in Chromium's notation. */
  resolveProxy: (url: string) => Promise<string>
  /** Resolves the IP addresses of a name. Rejects if there are none. */
  resolveName: (url: string, host: string) => Promise<string[]>
  showFile: (file: string) => void
  log: Log
}

/** Kinds of policy values that are shown. Others contain addresses, which may include passwords. */
const PLAIN_KINDS: ReadonlySet<PolicyKind> = new Set(['choice', 'boolean', 'number'])

/** Creates the diagnostics for troubleshooting. They contain neither content nor credentials. */
export function createDiagnostics(options: DiagnosticsOptions): Diagnostics {
  const { userData, log } = options
  const logs = path.join(userData, 'logs')
  const decided = options.policy.map(shownDecision)

  return {
    async read() {
      const account = options.account()
      const [all, accounts, logBytes, crashBytes, crashes, lines, store] = await Promise.all([
        folderBytes(userData),
        folderBytes(path.join(userData, 'accounts')),
        folderBytes(logs),
        folderBytes(options.crashes),
        countCrashes(options.crashes),
        readLogTail(logs),
        account === null ? null : readStore(userData, account).catch(unreadable(log)),
      ])
      return {
        versions: options.versions,
        store,
        folders: { all, accounts, logs: logBytes, crashes: crashBytes },
        crashes,
        log: { folder: shownFolder(logs), lines },
        policy: decided,
      }
    },
    async connect(asked) {
      const account = options.account()
      const typed = asked ?? account?.account.server.url ?? ''
      const address = normaliseAddress(typed)
      if (!address.ok) {
        const problem: ServerProblem = { code: 'bad-address', detail: address.detail }
        const nothing = { proxy: null, addresses: null, payload: null, companion: null, session: null }
        return { host: '', problem, steps: connectionSteps({ ...nothing, problem }) }
      }
      const { url } = address
      const { host, hostname } = new URL(url)
      const [proxy, addresses, session] = await Promise.all([
        options.resolveProxy(url).catch(() => null),
        options.resolveName(url, hostname).catch(() => null),
        sessionAt(options.account(), url),
      ])
      const { hello, problem } = await ask(options.clientFor(url), session !== null)
      const payload = hello?.galley.payload ?? (session && (account?.schema()?.payloadVersion ?? null))
      const companion = hello?.galley.version ?? null
      return {
        host,
        problem,
        steps: connectionSteps({ proxy, addresses, problem, payload, companion, session }),
      }
    },
    async checkStore() {
      const account = options.account()
      if (account === null) return 'not-checked'
      return upkeep('check', databaseOf(userData, account)).catch((error: unknown) => {
        log.warn('store-not-checked', { error: errorName(error) })
        return 'not-checked' as const
      })
    },
    showLog: () => options.showFile(path.join(logs, 'galley.log')),
  }
}

/** A decision of the policy without values that may contain addresses. */
function shownDecision({ key, text, source, problem }: PolicyDecision): ComputerFacts['policy'][number] {
  return {
    key: key === '*' || isPolicyKey(key) ? key : HIDDEN,
    value: text === null ? '' : isPolicyKey(key) && PLAIN_KINDS.has(policyKind(key)) ? text : HIDDEN,
    source,
    // The detail is left out, since it may quote the value.
    problem:
      problem === null ? null : [problem.code, problem.holds].filter((part) => part !== null).join(', '),
  }
}

function databaseOf(userData: string, { account }: OpenAccount): string {
  const { server, collection, userId } = account
  return accountFile(userData, { serverId: server.id, collection, userId })
}

async function readStore(userData: string, account: OpenAccount): Promise<ComputerFacts['store']> {
  const file = databaseOf(userData, account)
  const { store } = account.site
  const [{ documents }, counts] = await Promise.all([store.keptDocuments(), store.outboxCounts()])
  const header = readFileHeader(file)
  return {
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    schemaVersion: header.kind === 'database' ? header.userVersion : null,
    keptDocuments: documents,
    unsentEntries: countUnsent(counts),
    conflicts: counts.conflict,
  }
}

/** The session of the open account; null if no account is open or it belongs to another server. */
async function sessionAt(account: OpenAccount | null, url: string) {
  if (account === null || account.account.server.url !== url) return null
  const token = await account.ownToken()
  const { expiresAt } = token === null ? { expiresAt: null } : readToken(token)
  return {
    isSignedIn: account.connection.state().status !== 'signed-out' && token !== null,
    until: expiresAt === null ? null : new Date(expiresAt * 1000).toISOString(),
  }
}

/** Asks a server for the plugin. `isKnown`: true if the server is known to be a CMS. */
async function ask(client: ApiClient, isKnown: boolean) {
  const answer = await client.request({ method: 'GET', path: '/desktop', authenticated: false })
  const hello = readHello(answer)
  if (hello !== null) return { hello, problem: null }
  // If the server is known to be a CMS, an HTML page comes from something else.
  const isMissing = answer.kind === 'http' && answer.status === 404
  const trouble = isKnown && !isMissing ? troubleOf(answer) : null
  return { hello, problem: trouble ?? (await problemOf(answer, client)) }
}

const unreadable =
  (log: Log) =>
  (error: unknown): null => {
    log.warn('store-facts-not-read', { error: errorName(error) })
    return null
  }

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The folder with `~` for the home folder, as that contains the user's name in most cases. */
function shownFolder(folder: string): string {
  const home = os.homedir()
  const inHome = path.relative(home, folder)
  if (!inHome.startsWith('..') && !path.isAbsolute(inHome)) return path.join('~', inHome)
  return path.join('…', path.basename(path.dirname(folder)), path.basename(folder))
}
