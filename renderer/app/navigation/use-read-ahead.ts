import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openDocuments } from '../open-documents.ts'
import { listPreferenceOptions } from '../../data/list-preference.ts'
import { NOTHING_KEPT } from '../../../shared/lists/list-preference.ts'
import { lastContentLocale } from '../../data/preferences.ts'
import { listOptions, useBootstrap } from '../../data/queries.ts'
import { useSchemaOrNull } from '../../data/schema-context.tsx'
import { firstRead } from './first-read.ts'

/** Prefetches the first query of a link from this computer on hover or focus, so that a click paints at once. */
export function useReadAhead(): void {
  const client = useQueryClient()
  const schema = useSchemaOrNull()
  const { account } = useBootstrap()
  useEffect(() => {
    if (schema === null) return
    const read = async (url: URL): Promise<void> => {
      const lastLocale = account === null ? null : lastContentLocale(account)
      const keptOf = (slug: string) =>
        client.getQueryData(listPreferenceOptions(slug).queryKey) ?? NOTHING_KEPT
      const first = firstRead(url, schema, keptOf, lastLocale)
      if (first === null) return
      if ('list' in first) {
        await client.prefetchQuery(listPreferenceOptions(first.list.slug))
        const list = firstRead(url, schema, keptOf, lastLocale)
        if (list !== null && 'list' in list) await client.prefetchQuery(listOptions(list.list))
      } else await openDocuments.readAhead(first.document)
    }
    // One read at a time: of the links hovered meanwhile only the last one is read.
    let reading = false
    let next: URL | null = null
    const wish = async (url: URL): Promise<void> => {
      next = url
      if (reading) return
      reading = true
      while (next !== null) {
        const now: URL = next
        next = null
        // The screen repeats a failed read and reports it.
        await read(now).catch(() => undefined)
      }
      reading = false
    }
    const onIntent = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (link !== null && link.host === location.host) void wish(new URL(link.href))
    }
    document.addEventListener('pointerover', onIntent)
    document.addEventListener('focusin', onIntent)
    return () => {
      document.removeEventListener('pointerover', onIntent)
      document.removeEventListener('focusin', onIntent)
    }
  }, [client, schema, account])
}
