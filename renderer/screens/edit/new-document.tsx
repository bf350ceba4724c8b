import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useT } from '../../i18n/use-t.ts'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'

/** Begins a document on this computer and goes to its address; from there on it is a document like any other. */
export function NewDocument({ entity }: { entity: Collection | Global }) {
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
        // Left before it was there: nobody would ever come back to it.
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
