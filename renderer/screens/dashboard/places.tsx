import { useQuery, skipToken } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { makeRef, refKey } from '../../../shared/cms/doc-ref.ts'
import { firstLocale } from '../../../shared/cms/locales.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { galley } from '../../data/bridge.ts'
import { countQuery } from '../../data/list-address.ts'
import type { NavEntry, NavGroup } from '../../data/nav-groups.ts'
import { queryKeys } from '../../data/queries.ts'
import { useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { LockMark } from '../../ui/lock-mark/lock-mark.tsx'
import styles from './dashboard-screen.module.css'

/** The links to all collections and globals. `locks`: name of the lock holder of a global, by refKey. */
export function Places({ groups, locks }: { groups: NavGroup[]; locks: ReadonlyMap<string, string> }) {
  const canCreate = useCanCreate()
  return (
    <div className={styles['places']}>
      {groups.map((group) => (
        <section key={group.label} aria-label={group.label}>
          <h2>{group.label}</h2>
          <ul>
            {group.entities.map((entry) =>
              entry.type === 'collections' ? (
                <CollectionPlace key={entry.id} entry={entry} mayCreate={canCreate(entry.slug)} />
              ) : (
                <GlobalPlace
                  key={entry.id}
                  entry={entry}
                  lockedBy={locks.get(refKey(makeRef('global', entry.slug, ''))) ?? null}
                />
              ),
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

function GlobalPlace({ entry, lockedBy }: { entry: NavEntry; lockedBy: string | null }) {
  return (
    <li>
      <Link to={entry.href} className={styles['link']}>
        {entry.label}
      </Link>
      {lockedBy !== null && <LockMark name={lockedBy} />}
    </li>
  )
}

function CollectionPlace({ entry, mayCreate }: { entry: NavEntry; mayCreate: boolean }) {
  const { t, formatNumber } = useT()
  const navigate = useNavigate()
  const total = useTotal(entry.slug)
  return (
    <li>
      <Link to={entry.href} className={styles['link']}>
        {entry.label}
      </Link>
      <span className={styles['number']}>{total === null ? '' : formatNumber(total)}</span>
      {mayCreate && (
        <IconButton
          icon={Plus}
          size="row"
          label={t('general:createNewLabel', { label: entry.singular })}
          onPress={() => void navigate(adminRoutes.create(entry.slug))}
        />
      )}
    </li>
  )
}

/** Returns the number of documents of a collection, from the cached list of one row; null if unknown. */
function useTotal(slug: string): number | null {
  const { collections, localization } = useSchema()
  const collection = collections.find((one) => one.slug === slug)
  const query = collection && countQuery(collection, firstLocale(localization))
  const { data } = useQuery({
    queryKey: query ? queryKeys.list(query) : queryKeys.lists(slug),
    queryFn: query ? () => galley.call('documents.list', query) : skipToken,
  })
  return data?.coverage.total ?? null
}
