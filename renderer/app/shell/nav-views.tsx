import { useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useListViews, type KeptView } from '../../data/list-views.ts'
import { countQuery, viewIn, withView } from '../../data/list-address.ts'
import type { NavEntry } from '../../data/nav-groups.ts'
import { useSchemaOrNull } from '../../data/schema-context.tsx'
import { knownTotal, useList } from '../../data/use-list.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './sidebar.module.css'

/** The links to the views of a collection's list, each with its number of documents. */
export function NavViews({ entry }: { entry: NavEntry }) {
  const collection = useSchemaOrNull()?.collections.find(({ slug }) => slug === entry.slug)
  return collection === undefined ? null : <Views collection={collection} label={entry.label} />
}

function Views({ collection, label }: { collection: Collection; label: string }) {
  const { views } = useListViews(collection)
  return views.length === 0 ? null : <ViewLinks collection={collection} label={label} views={views} />
}

type ViewLinksProps = { collection: Collection; label: string; views: readonly KeptView[] }

function ViewLinks({ collection, label, views }: ViewLinksProps) {
  const { t } = useT()
  const { pathname, search } = useLocation()
  const href = adminRoutes.list(collection.slug)
  const shown = pathname === href ? viewIn(new URLSearchParams(search), views) : null
  return (
    <ul className={styles['views']} aria-label={t('galley:list.views.of', { label })}>
      {views.map((view) => (
        <li key={view.id} className={styles['item']}>
          <Link
            to={`${href}?${withView(new URLSearchParams(), view).toString()}`}
            {...(view === shown && { 'aria-current': 'page' as const })}
            className={cx(styles['link'], view === shown && styles['current'])}
          >
            <bdi className={styles['label']}>{view.title}</bdi>
            <Count collection={collection} view={view} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The number of documents of a view; nothing while it is unknown. */
function Count({ collection, view }: { collection: Collection; view: KeptView }) {
  const { t, formatNumber } = useT()
  const { locale } = useContentLocale()
  const query = useMemo(
    () => countQuery(collection, locale, withView(new URLSearchParams(), view)),
    [collection, view, locale],
  )
  const count = knownTotal(useList(query).list.data)
  if (count === null) return null
  return (
    <span className={cx(styles['count'], styles['quiet'])}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <VisuallyHidden>, {t('galley:list.views.count', { count })}</VisuallyHidden>
    </span>
  )
}
