import type { Page } from 'playwright'
import type { GalleyBridge } from '../../shared/ipc.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { untilStatusBarSays } from '../e2e/support/screens.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import type { BenchSite } from './bench-site.ts'

/** Edits per document, each in another locale than the previous one, so that none coalesces (SY3). */
const EDITS = 10

export type Replay = { queued: number; sent: number; ms: number; rawMs: number }

/**
 * Queues a thousand edits of a hundred documents offline, reconnects, and waits until all are sent. Raw calls go the
 * same way, half before and half after, so that both meet the same machine.
 */
export async function measureReplay(site: BenchSite): Promise<Replay> {
  // A proxy for the raw calls alone: the other one is closed meanwhile.
  const way = await startFaultProxy(site.cms.url)
  const half = site.rawIds.length / 2
  const proxy = await startFaultProxy(site.cms.url)
  const galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  try {
    const { page } = galley
    await login(page, 'admin@example.com')
    await fetchAll(page, site.replayIds)
    proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await check(page)
    await untilStatusBarSays(page, 'Offline')
    const queued = await queueAll(page, site.replayIds)
    const rawBefore = await sendRaw(way, site.token, site.rawIds.slice(0, half))
    proxy.clearRules()
    proxy.seen.length = 0
    const ms = await sendAll(page)
    const sent = proxy.seen.filter(isWrite)
    const arrived = sent.map(({ headers }) => headers['idempotency-key'])
    if (new Set(arrived).size !== queued)
      throw new Error(`${queued} edits were queued, ${new Set(arrived).size} keys were sent`)
    const rawAfter = await sendRaw(way, site.token, site.rawIds.slice(half))
    return { queued, sent: sent.length, ms, rawMs: rawBefore + rawAfter }
  } finally {
    await galley.close()
    await proxy.close()
    await way.close()
  }
}

const isWrite = ({ method }: { method: string }): boolean => method === 'PATCH'

/** Asks the server now, so that the app notices at once that it is offline. */
async function check(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (Reflect.get(globalThis, 'galley') as GalleyBridge).call('connection.check', undefined)
  })
}

/** Fetches the documents to this computer. */
async function fetchAll(page: Page, ids: string[]): Promise<void> {
  await page.evaluate(async (wanted) => {
    const bridge = Reflect.get(globalThis, 'galley') as GalleyBridge
    for (const id of wanted) {
      const result = await bridge.call('documents.refresh', {
        ref: { kind: 'collection', slug: 'posts', id },
      })
      if (result.outcome !== 'updated' && result.outcome !== 'unchanged') throw new Error(result.outcome)
    }
  }, ids)
}

/** Queues the edits and returns the number of waiting entries. */
function queueAll(page: Page, ids: string[]): Promise<number> {
  return page.evaluate(
    async ({ wanted, edits }) => {
      const bridge = Reflect.get(globalThis, 'galley') as GalleyBridge
      for (const id of wanted) {
        const ref = { kind: 'collection' as const, slug: 'posts', id }
        const view = await bridge.call('documents.get', { ref })
        const stored = view?.base.data['title'] as Record<string, string> | undefined
        const titles: Record<string, string | null> = {
          en: stored?.['en'] ?? null,
          de: stored?.['de'] ?? null,
        }
        for (let edit = 0; edit < edits; edit++) {
          const locale = edit % 2 === 0 ? 'en' : 'de'
          const to = `Edited ${edit} in ${locale}`
          await bridge.call('drafts.commit', {
            ref,
            locale,
            mode: 'draft',
            changes: [{ kind: 'set', locale, path: 'title', from: titles[locale] ?? null, to }],
          })
          titles[locale] = to
        }
      }
      return (await bridge.call('outbox.counts', undefined)).waiting
    },
    { wanted: ids, edits: EDITS },
  )
}

/** Returns milliseconds from the reconnect to the empty outbox. */
function sendAll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'galley') as GalleyBridge
    const began = performance.now()
    await bridge.call('connection.check', undefined)
    for (;;) {
      const { waiting, sending, conflict, failed } = await bridge.call('outbox.counts', undefined)
      if (conflict + failed > 0) throw new Error(`${conflict} conflicts, ${failed} failed`)
      if (waiting + sending === 0) return performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
}

/** Makes the same calls on other documents, from a plain program. Returns milliseconds. */
async function sendRaw(proxy: FaultProxy, token: string, ids: string[]): Promise<number> {
  const began = performance.now()
  for (const id of ids) {
    for (let edit = 0; edit < EDITS; edit++) {
      const locale = edit % 2 === 0 ? 'en' : 'de'
      const query = `draft=true&locale=${locale}&depth=0&fallback-locale=none`
      const answer = await fetch(`${proxy.url}/api/posts/${id}?${query}`, {
        method: 'PATCH',
        headers: { authorization: `JWT ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Edited ${edit} in ${locale}`, _status: 'draft' }),
      })
      await answer.text()
      if (!answer.ok) throw new Error(`a raw call was refused with ${answer.status}`)
    }
  }
  return performance.now() - began
}
