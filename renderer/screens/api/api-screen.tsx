import { useParams } from 'react-router-dom'
import { makeRef } from '../../../shared/cms/doc-ref.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useCan } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'

/** What the server answers when it is asked for a document or global. */
export function ApiScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id = '' } = useParams()
  const { t } = useT()
  const can = useCan()
  if (!can(kind, slug, 'read')) return <NotFoundScreen />
  const edit = { label: t('general:edit'), to: adminRoutes.document(makeRef(kind, slug, id)) }
  return <ScreenHeader crumbs={[edit]} title="API" />
}
