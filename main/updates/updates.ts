import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CallOutput, UpdateState } from '../../shared/ipc.ts'
import { LIMITS } from '../../shared/limits.ts'
import { errorName, type Log } from '../log.ts'
import type { HttpTransport, TransportResponse } from '../server/http/http-transport.ts'
import {
  isNewer,
  readFeed,
  waysToInstall,
  type Installer,
  type Release,
  type UpdatePolicy,
} from './update-feed.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LOOK_MS = 10 * 60 * 1000
const FEED_MS = 30_000
const FILE_MS = 60 * 60 * 1000

/**
 * Reports newer versions from the organisation's feed. Nothing is installed by itself: the person opens the
 * installer, or follows the organisation's instructions.
 */
export type Updates = {
  state: () => UpdateState
  /** Fetches the feed now. */
  check: () => Promise<UpdateState>
  /** Downloads the installer, verifies it against the signed hash, and opens it unless something is being written. */
  install: () => Promise<CallOutput<'updates.install'>>
}

/** `of`: address, channel and key; a feed of another combination is not compared with it. */
type NewestFeed = { of: string; issued: string }

type UpdatesOptions = {
  /** Null: there is no feed, so no request is made. */
  policy: UpdatePolicy | null
  current: string
  platform: NodeJS.Platform
  transport: HttpTransport
  /** Folder of downloaded installers. */
  folder: string
  /** The newest accepted feed with its time; kept between starts. */
  newest: { get: () => NewestFeed | null; set: (feed: NewestFeed) => void }
  /** Writes all input to the database; false: some could not be written, or a request is running. */
  settle: () => Promise<boolean>
  /** Makes the system open a file; returns its error message, or ''. */
  open: (file: string) => Promise<string>
  onChange: (state: UpdateState) => void
  log: Log
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { policy, current, platform, transport, newest, log } = options
  let state: UpdateState = policy === null ? { status: 'off' } : { status: 'unknown', problem: null }
  let found: Release | null = null
  let checking: Promise<UpdateState> | null = null
  let installing: ReturnType<Updates['install']> | null = null
  /** Time of the last answer; 0: there was none. */
  let answeredAt = 0

  const take = (next: UpdateState): UpdateState => {
    state = next
    options.onChange(next)
    return next
  }
  const ask = async (of: UpdatePolicy): Promise<UpdateState> => {
    let text: string
    try {
      text = await readText(await get(transport, of.feed, FEED_MS))
    } catch (error) {
      log.warn('update-feed-not-read', { error: errorName(error) })
      // An update that was found before stays available while the computer is offline.
      return state.status === 'available' ? state : take({ status: 'unknown', problem: 'unreachable' })
    }
    answeredAt = Date.now()
    const name = `${of.feed} ${of.channel} ${of.key}`
    const last = newest.get()
    const answer = readFeed(text, {
      policy: of,
      current,
      newest: last?.of === name ? last.issued : null,
      now: new Date(),
    })
    if (answer.outcome === 'refused') {
      log.warn('update-feed-refused', { why: answer.why })
      return take({ status: 'unknown', problem: answer.why })
    }
    found = answer.release
    newest.set({ of: name, issued: found.issued })
    if (!answer.isNewer) return take({ status: 'current' })
    const { installer, command } = waysToInstall(found, platform)
    return take({
      status: 'available',
      version: found.version,
      notes: found.notes,
      isNeeded: found.minimal !== null && isNewer(found.minimal, current),
      command,
      hasInstaller: installer !== null,
    })
  }
  const check = async (): Promise<UpdateState> => {
    if (policy === null) return state
    checking ??= ask(policy).finally(() => (checking = null))
    return checking
  }
  // Checked often, since the first try may have been offline, and timers do not run while a computer sleeps.
  const checkIfDue = (): void => {
    if (Date.now() - answeredAt >= DAY_MS) void check()
  }
  if (policy !== null) setInterval(checkIfDue, LOOK_MS).unref()
  const install = async (): ReturnType<Updates['install']> => {
    const installer = found === null ? null : waysToInstall(found, platform).installer
    if (state.status !== 'available' || installer === null) return { outcome: 'failed', why: 'not-opened' }
    // Checked before the download, too, as that is large.
    if (!(await options.settle())) return { outcome: 'failed', why: 'busy' }
    let file: string
    try {
      await rm(options.folder, { recursive: true, force: true })
      await mkdir(options.folder, { recursive: true, mode: 0o700 })
      file = await fetchInstaller(transport, installer, options.folder)
    } catch (error) {
      log.warn('update-not-fetched', { error: errorName(error) })
      await rm(options.folder, { recursive: true, force: true }).catch(() => undefined)
      return { outcome: 'failed', why: error instanceof ChangedError ? 'changed' : 'unreachable' }
    }
    if (!(await options.settle())) return { outcome: 'failed', why: 'busy' }
    const refusal = await options.open(file)
    if (refusal === '') return { outcome: 'opened' }
    log.error('update-not-opened')
    return { outcome: 'failed', why: 'not-opened' }
  }
  return {
    state: () => state,
    check,
    // Only one install runs at a time: a second one would take the file away from the first.
    install: () => (installing ??= install().finally(() => (installing = null))),
  }
}

/** Thrown if the file is not the signed one. */
class ChangedError extends Error {
  override name = 'ChangedError'
}

/** Sends a request; a redirect counts as no answer, since the feed has the final addresses. */
async function get(transport: HttpTransport, url: string, ms: number): Promise<TransportResponse> {
  const answer = await transport(url, {
    method: 'GET',
    headers: {},
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(ms),
    neverRepeat: false,
  })
  if (answer.status !== 200 || answer.body === null) throw new Error('not answered')
  return answer
}

async function readText({ body }: TransportResponse): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > LIMITS.updateFeed) throw new Error('too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Downloads a file into a folder. It gets its final name only when complete and verified. */
async function fetchInstaller(
  transport: HttpTransport,
  installer: Installer,
  folder: string,
): Promise<string> {
  const file = path.join(folder, `galley${path.extname(new URL(installer.url).pathname)}`)
  const part = `${file}.part`
  const hash = createHash('sha256')
  let size = 0
  const { body } = await get(transport, installer.url, FILE_MS)
  const measured = async function* () {
    for await (const piece of body ?? []) {
      size += piece.byteLength
      if (size > installer.size) throw new ChangedError('larger than was signed')
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(Readable.from(measured()), createWriteStream(part, { mode: 0o600 }))
  if (hash.digest('hex') !== installer.sha256) throw new ChangedError('not what was signed')
  await rename(part, file)
  return file
}
