import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { judge } from '../../../../shared/cms/document-permissions.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../../shared/cms/schema-model.ts'
import { hasServerRules } from '../../../../shared/cms/entity-rules.ts'
import type { VersionContent } from '../../../../shared/ipc.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { localeSuffix } from '../../../data/locale-of.ts'
import { useConnection, useDocumentQuery, useSessionQuery } from '../../../data/queries.ts'
import { useSchema } from '../../../data/schema-context.tsx'
import { formOf } from '../../../form/form-of.ts'
import { useOpenDocuments } from '../../../form/open-documents-context.ts'
import { useT } from '../../../i18n/use-t.ts'
import { SplitButton } from '../../../ui/split-button/split-button.tsx'
import { RestoreVersionDialog } from './restore-version-dialog.tsx'

type RestoreButtonProps = {
  docRef: DocRef
  entity: Collection | Global
  content: Extract<VersionContent, { outcome: 'here' }>
}

/**
 * Restores a version (S2.31); a published one also as a draft, if the collection has drafts (S4.10). Not
 * shown without permission to update the document (S4.11), nor for a document in the trash.
 */
export function RestoreButton({ docRef: ref, entity, content }: RestoreButtonProps) {
  const { t } = useT()
  const { version, data } = content
  const view = useDocumentQuery(ref).data ?? null
  const permissions = useSessionQuery().data?.permissions ?? null
  const canAsk = useConnection()?.status === 'online'
  const takeAsEdits = useTakeAsEdits(ref, entity)
  const [asked, setAsked] = useState<{ asDraft: boolean } | null>(null)

  const { kind, slug } = ref
  const known = view?.permissions ?? null
  const isInTrash = (view?.base.data['deletedAt'] ?? data['deletedAt'] ?? null) !== null
  if (isInTrash || !judge({ kind, slug, isNew: false, permissions, known, canAsk }, 'update').may) return null
  const isDraftOffered = entity.kind === 'collection' && entity.versions?.drafts === true
  return (
    <>
      <SplitButton
        variant="secondary"
        label={t('version:restoreThisVersion')}
        onPress={() => setAsked({ asDraft: false })}
        menuLabel={t('galley:restore.more')}
        items={
          isDraftOffered && version.status !== 'draft'
            ? [
                {
                  id: 'restore-as-draft',
                  label: t('version:restoreAsDraft'),
                  onAction: () => setAsked({ asDraft: true }),
                },
              ]
            : []
        }
      />
      {asked !== null && (
        <RestoreVersionDialog
          docRef={ref}
          entity={entity}
          version={version}
          data={data}
          asDraft={asked.asDraft}
          view={view}
          onClose={() => setAsked(null)}
          onAsDraft={isDraftOffered && !asked.asDraft ? () => setAsked({ asDraft: true }) : null}
          onTakeAsEdits={() => {
            setAsked(null)
            void takeAsEdits(data)
          }}
        />
      )}
    </>
  )
}

/** Returns a function that puts a version's content into the document's form as edits (DM3), and opens it. */
function useTakeAsEdits(ref: DocRef, entity: Collection | Global) {
  const documents = useOpenDocuments()
  const schema = useSchema()
  const { locale } = useContentLocale()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return async (data: RestoreButtonProps['content']['data']): Promise<void> => {
    const asksServer = hasServerRules(schema, entity.slug)
    const session = documents.open(ref, entity, { defaultLocale: locale, asksServer })
    const release = documents.retain(session)
    try {
      const form = await formOf(session)
      form?.replaceContent(data)
      void navigate(adminRoutes.document(ref) + localeSuffix(params.get('locale')))
    } finally {
      release?.()
    }
  }
}
