import type { ReactNode } from 'react'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { ShownLink } from '../../../../shared/fields/richText/shown.ts'
import { openableAddress, useOpenLink, useSiteAddress } from './use-open-link.ts'

type StaticLinkProps = { shown: ShownLink; className: string | undefined; children: ReactNode }

/** A link in a read-only text, opened by a press. If nobody may open it, only its words are shown. */
export function StaticLink({ shown, className, children }: StaticLinkProps) {
  const open = useOpenLink()
  const site = useSiteAddress()
  const { document, href } = shown
  if (document !== null)
    return (
      <a
        href={adminRoutes.document({ kind: 'collection', ...document })}
        className={className}
        onClick={(event) => {
          event.preventDefault()
          open({ kind: 'document', ...document, newTab: false })
        }}
      >
        {children}
      </a>
    )
  const address = href === null ? null : openableAddress(href, site)
  return address === null ? (
    <span className={className}>{children}</span>
  ) : (
    <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  )
}
