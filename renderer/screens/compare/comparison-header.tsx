import { useSearchParams } from 'react-router-dom'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes, ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { VersionRow } from '../../../shared/ipc.ts'
import { useDocumentTabs } from '../../data/document-tabs.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useStoredTitle } from '../../data/use-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { RestoreButton } from './restore/restore-button.tsx'
import type { Settled } from './use-compared-versions.ts'

type ComparisonHeaderProps = {
  docRef: DocRef
  entity: Collection | Global
  /** Id in the address. */
  versionId: string
  /** The version's list row, known before its content; undefined: none. */
  version: VersionRow | undefined
  /** The versions on the screen. */
  versions: Settled
}

/** The head of a comparison: the list, the document by its title, its versions, and the date of this one (S2.35). */
export function ComparisonHeader({
  docRef: ref,
  entity,
  versionId,
  version,
  versions,
}: ComparisonHeaderProps) {
  const { t, label, formatMoment } = useT()
  const [params] = useSearchParams()
  const { viewed, isFormer } = versions
  const suffix = localeSuffix(params.get('locale'))
  const title = useStoredTitle(ref, entity, viewed.state === 'here' ? viewed.content.data : null)
  const tabs = useDocumentTabs(ref, entity)
  const crumbs =
    entity.kind === 'collection'
      ? [{ label: label(entity.labels.plural) || entity.slug, to: adminRoutes.list(ref.slug) + suffix }]
      : []
  const trail =
    versionId === ON_SCREEN
      ? [{ label: t('galley:compare.onScreen') }]
      : [
          { label: t('version:versions'), to: adminRoutes.versions(ref) + suffix },
          { label: version === undefined ? t('version:version') : formatMoment(version.updatedAt) },
        ]
  return (
    <ScreenHeader
      crumbs={crumbs}
      title={title}
      titleTo={adminRoutes.document(ref) + suffix}
      titleDir="auto"
      trail={trail}
      tabs={tabs}
      actions={
        viewed.state === 'here' && versions.versionId !== ON_SCREEN ? (
          // A version that is being replaced on the screen cannot be restored.
          <div inert={isFormer}>
            <RestoreButton key={versions.versionId} docRef={ref} entity={entity} content={viewed.content} />
          </div>
        ) : undefined
      }
    />
  )
}
