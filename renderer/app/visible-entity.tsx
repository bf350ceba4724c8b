import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { EntityKind } from '../../shared/cms/permissions.ts'
import { NotFoundScreen } from '../ui/not-found/not-found-screen.tsx'
import { useVisible } from '../data/use-visible.ts'
import { useSchema } from '../data/schema-context.tsx'

/** Shows a screen only for a collection or global that exists and that the user may see (S2.03). */
export function VisibleEntity({ kind, children }: { kind: EntityKind; children: ReactNode }) {
  const { slug = '' } = useParams()
  const schema = useSchema()
  const isVisible = useVisible()
  const entities: { slug: string; hidden: boolean }[] =
    kind === 'collection' ? schema.collections : schema.globals
  const found = entities.find((entity) => entity.slug === slug)
  return found === undefined || found.hidden || !isVisible(kind, slug) ? <NotFoundScreen /> : children
}
