import { useEffect } from 'react'
import { listQuery } from '../list/list-params.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'

/** Collections whose size the server was asked for since this window was opened, by account. */
const asked = new Set<string>()

/** The smallest question that tells how large a collection is. */
export function countQuery(collection: Collection, locale: string | null): ListQuery {
  return { ...listQuery(collection, new URLSearchParams(), locale), limit: 1 }
}

/**
 * Asks the server once for the sizes of these collections, one after another, so that the dashboard says more than what
 * was visited. The answers arrive as events.
 */
export function useCounts(slugs: readonly string[]): void {
  const { collections, localization } = useSchema()
  const { server, collection, userId } = useAccount()
  const online = useConnection()?.status === 'online'
  const locale = localization?.defaultLocale ?? null
  const account = `${server.id} ${collection} ${userId}`
  const wanted = slugs.join(' ')
  useEffect(() => {
    if (!online) return
    let left = false
    const ask = async () => {
      for (const slug of wanted.split(' ')) {
        const name = `${account} ${slug}`
        const found = collections.find((one) => one.slug === slug)
        if (left || found === undefined || asked.has(name)) continue
        asked.add(name)
        const { outcome } = await galley.call('documents.refreshList', countQuery(found, locale))
        if (outcome === 'offline' || outcome === 'signed-out') asked.delete(name)
      }
    }
    ask().catch(console.error)
    return () => {
      left = true
    }
  }, [online, wanted, account, collections, locale])
}
