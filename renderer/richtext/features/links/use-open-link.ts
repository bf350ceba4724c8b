import { useCallback } from 'react'
import { externalUrl } from '../../../../shared/external-url.ts'
import { safeAddress } from '../../../../shared/fields/richText/links.ts'
import type { LinkTarget } from '../../../../shared/fields/richText/links.ts'
import { useAccountOrNull } from '../../../data/account-context.tsx'
import { galley } from '../../../data/bridge.ts'
import { useDocumentDrawers } from '../../../data/document-drawers-context.ts'
import { useSchemaOrNull } from '../../../data/schema-context.tsx'

/**
 * Returns the absolute address that may be opened by the system; null if there is none. `site`: base of
 * relative addresses.
 */
export function openableAddress(url: string, site: string): string | null {
  const safe = safeAddress(url)
  if (safe === 'about:blank' || safe === 'https://' || safe.startsWith('#') || safe.startsWith('?'))
    return null
  const whole = !/^[./]/.test(safe) ? safe : URL.canParse(safe, site) ? new URL(safe, site).href : null
  // An address that the app does not hand to the system gets no link.
  return whole === null || externalUrl(whole) === null ? null : whole
}

/** Address of the site, for relative links; '' if nobody knows it. */
export function useSiteAddress(): string {
  const serverUrl = useSchemaOrNull()?.serverUrl
  const account = useAccountOrNull()
  return serverUrl ?? account?.server.url ?? ''
}

/**
 * Returns a function that opens a link: a document in a drawer, an address in the system's program for it.
 */
export function useOpenLink(): (target: LinkTarget) => void {
  const drawers = useDocumentDrawers()
  const site = useSiteAddress()
  return useCallback(
    (target) => {
      if (target.kind === 'document') {
        drawers.edit({ kind: 'collection', slug: target.slug, id: target.id })
        return
      }
      const url = openableAddress(target.url, site)
      if (url !== null) galley.call('app.openExternal', { url }).catch(console.error)
    },
    [drawers, site],
  )
}
