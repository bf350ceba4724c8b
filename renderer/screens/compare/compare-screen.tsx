import { useParams } from 'react-router-dom'
import { makeRef } from '../../../shared/cms/doc-ref.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'

/** One version of a document or global, beside another (S2.07, S2.08). */
export function CompareScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id = '' } = useParams()
  const { t } = useT()
  const schema = useSchema()
  const can = useCan()
  const entities: (Collection | Global)[] = kind === 'global' ? schema.globals : schema.collections
  const entity = entities.find((one) => one.slug === slug)
  if (entity === undefined || entity.versions === null || !can(kind, slug, 'readVersions'))
    return <NotFoundScreen />
  const versions = { label: t('version:versions'), to: adminRoutes.versions(makeRef(kind, slug, id)) }
  return <ScreenHeader crumbs={[versions]} title={t('version:compareVersions')} />
}
