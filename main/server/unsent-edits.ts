import { randomUUID } from 'node:crypto'
import { errorName } from '../log.ts'
import { atMost } from './http/time-limit.ts'
import { documentTarget } from './site-context.ts'
import type { SiteContext } from './site-context.ts'
import * as v from 'valibot'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { queryString } from './http/document-query.ts'

/** Delay of a report, since most edits are on the server before that. */
const PAUSE_MS = 5000
/** Longest pause before a failed report is repeated; it doubles each time. */
const LONGEST_PAUSE_MS = 10 * 60_000
/** Longest wait for the final report. */
const LAST_MS = 1500
/** Names this installation to the server, for users with several computers. */
const APP = 'unsent-app'

/**
 * Reports to the server which documents have unsent edits here, without content, so that others know (companion's
 * /desktop/unsent). The last report stays valid while the server is out of reach.
 */
export type UnsentAnnouncer = {
  /** The unsent edits may have changed. */
  changed: () => void
  /** The server can be reached again. */
  online: () => void
  /** Reports changes at once: the computer goes to sleep, or the program ends. Waits for a moment only. */
  now: () => Promise<void>
  /**
   * Reports that there is nothing unsent, since the edits are about to be removed, and then nothing more. Waits for a
   * moment only.
   */
  withdraw: () => Promise<void>
  /** Stops reporting. */
  end: () => void
}

/** A timer: `after` returns a function that stops it. */
export type UnsentClock = { after: (ms: number, run: () => void) => () => void }

const realClock: UnsentClock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export function createUnsentAnnouncer(options: {
  site: Pick<SiteContext, 'client' | 'schema' | 'store' | 'log'>
  isOnline: () => boolean
  clock?: UnsentClock
}): UnsentAnnouncer {
  const { site, isOnline, clock = realClock } = options
  /** The last report that the server accepted; null: not known. */
  let told: string | null = null
  let stopTimer: (() => void) | null = null
  /** Number of failed reports in a row. */
  let failures = 0
  let telling: Promise<void> | null = null
  let ended = false

  function later(): void {
    if (stopTimer !== null || ended) return
    const ms = Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    stopTimer = clock.after(ms, () => void now())
  }

  function stop(): void {
    stopTimer?.()
    stopTimer = null
  }

  async function tell(): Promise<void> {
    if (!canTell()) return
    const refs = await site.store.unsentDocuments()
    const documents = refs.map((ref) => documentTarget(site, ref))
    const text = JSON.stringify(documents)
    if (text === told || ended) return
    // A lost answer does not tell whether the server accepted the report.
    told = null
    if (await post(documents)) {
      told = text
      failures = 0
    } else {
      failures += 1
      later()
    }
  }

  function canTell(): boolean {
    return isOnline() && site.schema()?.capabilities.unsent === true
  }

  async function post(documents: ReturnType<typeof documentTarget>[]): Promise<boolean> {
    const body = { app: await appId(site), documents }
    const answer = await site.client.request({ method: 'POST', path: '/desktop/unsent', body })
    return answer.kind === 'http' && answer.status === 200
  }

  function now(): Promise<void> {
    stop()
    if (ended) return Promise.resolve()
    if (telling) {
      // The running report may be outdated.
      later()
      return telling
    }
    telling = tell()
      .catch((error: unknown) => site.log.warn('unsent-not-told', { error: errorName(error) }))
      .finally(() => {
        telling = null
      })
    return telling
  }

  function end(): void {
    ended = true
    stop()
  }

  return {
    changed: later,
    online() {
      // Another server may answer now, or one that has lost the report.
      told = null
      failures = 0
      stop()
      later()
    },
    now: () => atMost(LAST_MS, now()),
    async withdraw() {
      end()
      const last = async (): Promise<void> => {
        // A running report must not arrive after this one.
        await telling
        if (canTell()) await post([])
      }
      const warned = last().catch((error: unknown) =>
        site.log.warn('unsent-not-withdrawn', { error: errorName(error) }),
      )
      await atMost(LAST_MS, warned)
    },
    end,
  }
}

async function appId({ store }: Pick<SiteContext, 'store'>): Promise<string> {
  const kept = (await store.getResource(APP))?.value
  if (typeof kept === 'string') return kept
  const made = randomUUID()
  await store.putResource({ key: APP, value: made, etag: null })
  return made
}

const answerShape = v.looseObject({
  unsent: v.array(
    v.looseObject({
      name: v.fallback(v.nullable(v.string()), null),
      since: v.pipe(
        v.string(),
        v.transform((iso) => Date.parse(iso)),
        v.number(),
      ),
    }),
  ),
})

/**
 * Other users with unsent edits of a document, and for how long, in milliseconds by the server's clock (SY11). Empty
 * if the server cannot tell.
 */
export async function othersUnsent(
  site: Pick<SiteContext, 'client' | 'schema'>,
  ref: DocRef,
): Promise<{ by: string | null; forMs: number }[]> {
  if (site.schema()?.capabilities.unsent !== true) return []
  const path = '/desktop/unsent' + queryString(documentTarget(site, ref))
  const answer = await site.client.request({ method: 'GET', path })
  if (answer.kind !== 'http' || answer.status !== 200) return []
  const parsed = v.safeParse(answerShape, answer.json)
  if (!parsed.success) return []
  const serverNow = site.client.serverTime() ?? 0
  return parsed.output.unsent.map(({ name, since }) => ({ by: name, forMs: Math.max(0, serverNow - since) }))
}
