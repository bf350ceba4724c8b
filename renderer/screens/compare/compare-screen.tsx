import { useParams } from 'react-router-dom'
import { makeRef, refKey } from '../../../shared/cms/doc-ref.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { VersionComparison } from './version-comparison.tsx'

/** One version of a document or global, beside another (S2.07, S2.08). */
export function CompareScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id = '', versionID = '' } = useParams()
  const schema = useSchema()
  const can = useCan()
  const entities: (Collection | Global)[] = kind === 'global' ? schema.globals : schema.collections
  const entity = entities.find((one) => one.slug === slug)
  if (entity === undefined || entity.versions === null || !can(kind, slug, 'readVersions'))
    return <NotFoundScreen />
  const ref = makeRef(kind, slug, id)
  return (
    <VersionComparison
      key={`${refKey(ref)} ${versionID}`}
      docRef={ref}
      entity={entity}
      versionId={versionID}
    />
  )
}
