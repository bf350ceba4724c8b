import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { draftsAddress, draftsParams, countQuery } from '../../data/list-address.ts'
import type { NavEntry } from '../../data/nav-groups.ts'
import { useListQuery } from '../../data/queries.ts'
import { useSchemaOrNull } from '../../data/schema-context.tsx'
import { isWholeHere, knownTotal, useList } from '../../data/use-list.ts'
import { useT } from '../../i18n/use-t.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './sidebar.module.css'

/**
 * The link to the documents of a collection that are drafts or changed since publishing, with their number.
 */
export function NavDrafts({ entry }: { entry: NavEntry }) {
  const collection = useSchemaOrNull()?.collections.find(({ slug }) => slug === entry.slug)
  return collection?.versions?.drafts === true ? <Drafts collection={collection} entryId={entry.id} /> : null
}

function Drafts({ collection, entryId }: { collection: Collection; entryId: string }) {
  const { t, formatNumber } = useT()
  const { locale } = useContentLocale()
  const query = useMemo(() => countQuery(collection, locale, draftsParams()), [collection, locale])
  const { data } = useListQuery(query)
  // The server is asked only if it counted these drafts before, or if the collection is partly on this computer.
  const ready =
    data?.source === 'server' ||
    (data !== undefined && data.coverage.here > 0 && data.coverage.total !== null && !isWholeHere(data))
  useList(query, { ready })
  const count = knownTotal(data)
  if (count === null || count === 0) return null
  const words = t('galley:app.nav.drafts', { count })
  return (
    <Link
      to={draftsAddress(collection.slug)}
      aria-describedby={entryId}
      title={words}
      className={styles['drafts']}
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Link>
  )
}
