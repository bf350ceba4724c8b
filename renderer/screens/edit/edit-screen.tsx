import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { makeRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import { useSessionQuery } from '../../data/queries.ts'
import { useCan, useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { DocumentScreen } from './document-screen.tsx'
import { NewDocument } from './new-document.tsx'

/** The editing screen of a document or a global (S2.04, S2.05); not found if it is unknown or hidden. */
export function EditScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id } = useParams()
  const ref = useMemo(() => makeRef(kind, slug, id ?? ''), [kind, slug, id])
  const schema = useSchema()
  const { data: session, isPending } = useSessionQuery()
  const can = useCan()
  const canCreate = useCanCreate()
  const entities: (Collection | Global)[] = kind === 'global' ? schema.globals : schema.collections
  const entity = entities.find((one) => one.slug === slug)
  const visible = session?.visible[kind === 'global' ? 'globals' : 'collections'].includes(slug) !== false
  // Permissions are read from this computer; nothing is shown before.
  if (isPending) return null
  const denied = session !== null && !can(kind, slug, 'read')
  if (entity === undefined || !visible || denied) return <NotFoundScreen />
  if (kind === 'collection' && id === undefined) {
    if (session !== null && !canCreate(slug)) return <NotFoundScreen />
    return <NewDocument key={slug} entity={entity} />
  }
  return <DocumentScreen docRef={ref} entity={entity} />
}
