import { useMemo, useEffect, useEffectEvent, useState } from 'react'
import { useParams, useLocation, useNavigate } from 'react-router-dom'
import { makeRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import { useSessionQuery } from '../../data/queries.ts'
import { useCan, useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { DocumentScreen } from './document-screen.tsx'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useT } from '../../i18n/use-t.ts'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'

/**
 * The editing screen of a document or a global (S2.04, S2.05). Not found if the schema lacks the collection or global,
 * or the user may not see it; a missing document has its own message.
 */
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

/** Begins a document on this computer and goes to its address; from there on it is a document like any other. */
function NewDocument({ entity }: { entity: Collection | Global }) {
  const { t, label } = useT()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [problem, setProblem] = useState<{ error: unknown } | null>(null)
  const { slug } = entity

  const open = useEffectEvent((ref: DocRef) => {
    void navigate(adminRoutes.document(ref) + search, { replace: true })
  })
  useEffect(() => {
    let wanted = true
    galley
      .call('documents.create', { slug })
      .then(({ ref }) => {
        if (wanted) return open(ref)
        // The screen was left before the document existed, and nobody would come back to it.
        return galley.call('drafts.discard', { ref })
      })
      .catch((error: unknown) => setProblem({ error }))
    return () => {
      wanted = false
    }
  }, [slug])

  const labels = 'labels' in entity ? entity.labels : null
  const plural = label(labels?.plural ?? null) || slug
  return (
    <>
      <ScreenHeader
        crumbs={[{ label: plural, to: adminRoutes.list(slug) + search }]}
        title={t('general:creatingNewLabel', { label: label(labels?.singular ?? null) || slug })}
        tabs={[]}
      />
      {problem !== null && (
        <Message kind="error" title={t('galley:edit.notCreated')} body={callReason(problem.error, t)} />
      )}
    </>
  )
}
