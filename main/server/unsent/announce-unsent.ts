import { randomUUID } from 'node:crypto'
import { errorName } from '../../log.ts'
import { atMost } from '../at-most.ts'
import { documentTarget } from '../document-target.ts'
import type { SiteContext } from '../site-context.ts'

/** Edits of a moment are not told of: most are on the server before that. */
const PAUSE_MS = 5000
/** How long is waited for the last word. */
const LAST_MS = 1500
/** Names this installation to the server, for somebody who works on several computers. */
const APP = 'unsent-app'

/**
 * Tells the server which documents have edits that it does not have, so that others see that there are some; no content
 * (companion's /desktop/unsent). What was told stands while the server cannot be reached.
 */
export type UnsentAnnouncer = {
  /** What is unsent may have changed. */
  changed: () => void
  /** The server can be reached again. */
  online: () => void
  /** Tells at once what has changed: the computer goes to sleep, or the program ends. Waits for a moment only. */
  now: () => Promise<void>
  /** Nothing is told any more. */
  end: () => void
}

export function createUnsentAnnouncer(options: {
  site: Pick<SiteContext, 'client' | 'schema' | 'store' | 'log'>
  isOnline: () => boolean
}): UnsentAnnouncer {
  const { site, isOnline } = options
  /** What the server was told last; null: not known. */
  let told: string | null = null
  let timer: NodeJS.Timeout | null = null
  let telling: Promise<void> | null = null
  let ended = false

  function later(): void {
    if (timer !== null || ended) return
    timer = setTimeout(() => void now(), PAUSE_MS)
    timer.unref()
  }

  async function tell(): Promise<void> {
    if (!isOnline() || site.schema()?.capabilities.unsent !== true) return
    const documents = (await site.store.unsentDocuments()).map((ref) => documentTarget(site, ref))
    const text = JSON.stringify(documents)
    if (text === told) return
    const body = { app: await appId(site), documents }
    const answer = await site.client.request({ method: 'POST', path: '/desktop/unsent', body })
    if (answer.kind === 'http' && answer.status === 200) told = text
  }

  function now(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (telling) {
      // What is on its way may be older.
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

  return {
    changed: later,
    online() {
      // Another server may answer by now, or one that has forgotten.
      told = null
      later()
    },
    now: () => atMost(LAST_MS, now()),
    end() {
      ended = true
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

async function appId({ store }: Pick<SiteContext, 'store'>): Promise<string> {
  const kept = (await store.getResource(APP))?.value
  if (typeof kept === 'string') return kept
  const made = randomUUID()
  await store.putResource({ key: APP, value: made, etag: null })
  return made
}
