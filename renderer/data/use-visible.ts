import { useCallback } from 'react'
import type { EntityKind } from '../../shared/cms/permissions.ts'
import { useSessionQuery } from './queries.ts'
import { useCan } from './schema-context.tsx'

/** Returns a check if the user sees a collection or global: visible on the server and readable. */
export function useVisible(): (kind: EntityKind, slug: string) => boolean {
  const visible = useSessionQuery().data?.visible
  const can = useCan()
  return useCallback(
    (kind, slug) => {
      const shown = kind === 'collection' ? visible?.collections : visible?.globals
      return (shown?.includes(slug) ?? false) && can(kind, slug, 'read')
    },
    [visible, can],
  )
}
