import { Link } from 'react-router-dom'
import type { Localization } from '../../shared/cms/schema-model.ts'
import type { VersionRow, VersionsPage, VersionsQuery } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { callReason } from '../data/failure-reasons.ts'
import type { Refresh } from '../data/use-refresh.ts'
import type { VersionNames } from '../data/version-names.ts'
import { Button } from '../ui/button/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Message } from '../ui/message/message.tsx'
import { Skeleton } from '../ui/skeleton/skeleton.tsx'
import { ColumnHead } from '../ui/table/column-head.tsx'
import { sortDirection } from '../data/list-sort.ts'
import plain from '../ui/table/plain-table.module.css'
import table from '../ui/table/table.module.css'
import { NameVersionButton } from './name-version.tsx'
import { VersionPills } from './version-pills.tsx'
import styles from './versions.module.css'

export type VersionsRowsProps = {
  /** Null until read from this computer. */
  page: VersionsPage | null
  refresh: Refresh
  localization: Localization | null
  locale: string | null
  /** The Status column exists only with drafts (S2.42). */
  withStatus: boolean
  /** Target of a version's date: another page, or a choice on this one. */
  leadsTo: VersionLead
  /** The version marked among the others, with its label. */
  current?: { id: string; word: string } | undefined
  names: VersionNames
  /** True if names can be set here. */
  canName?: boolean
  sort: VersionsQuery['sort']
  onSort: (sort: VersionsQuery['sort']) => void
}

export type VersionLead = { to: (version: VersionRow) => string } | { choose: (version: VersionRow) => void }

/** The table of versions (S2.42), or why there is none: only a list that the server gave is called empty (S2.47). */
export function VersionsRows(props: VersionsRowsProps) {
  const { page, refresh, sort } = props
  const { t } = useT()

  if (page === null || (page.rows.length === 0 && page.fetchedAt === null && refresh.asking))
    return (
      <div className={styles['place']}>
        <Skeleton lines={6} />
      </div>
    )
  if (page.rows.length === 0) {
    return (
      <div className={styles['place']}>
        <NoVersions page={page} refresh={refresh} />
      </div>
    )
  }
  return (
    <div className={styles['scroll']}>
      <table
        aria-label={t('version:versions')}
        className={cx(plain['table'], table['table'], styles['table'])}
      >
        <thead>
          <tr>
            <ColumnHead
              label={t('general:updatedAt')}
              direction={sortDirection(sort, 'updatedAt')}
              onSort={() => props.onSort(sort === 'updatedAt' ? '-updatedAt' : 'updatedAt')}
              className={styles['w-date'] ?? ''}
            />
            <ColumnHead
              label={t('version:versionID')}
              direction={null}
              onSort={null}
              className={styles['w-id'] ?? ''}
            />
            {props.withStatus && (
              <ColumnHead
                label={t('version:status')}
                direction={null}
                onSort={null}
                className={styles['w-status'] ?? ''}
              />
            )}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((version) => (
            <VersionLine key={version.id} {...props} page={page} version={version} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The message for a list without versions. */
function NoVersions({ page, refresh }: { page: VersionsPage; refresh: Refresh }) {
  const { t } = useT()
  const refused = refresh.result !== null && 'message' in refresh.result ? refresh.result : null
  if (page.fetchedAt !== null) return <Message kind="empty" title={t('version:noFurtherVersionsFound')} />
  if (refused !== null)
    return (
      <Message
        kind="error"
        title={t('galley:sync.versionsFailed')}
        body={
          refused.message === ''
            ? t(`galley:sync.refused.${refused.outcome}`)
            : callReason(refused.message, t)
        }
        actions={<Button onPress={refresh.again}>{t('galley:sync.tryAgain')}</Button>}
      />
    )
  return (
    <Message
      kind="offline"
      title={t('galley:sync.versionsUnknown')}
      body={t(
        refresh.result?.outcome === 'signed-out'
          ? 'galley:sync.versionsSignedOutBody'
          : 'galley:sync.versionsUnknownBody',
      )}
    />
  )
}

type VersionLineProps = Omit<VersionsRowsProps, 'page'> & { page: VersionsPage; version: VersionRow }

/** A version: its date and name, its id and its status. */
function VersionLine({ page, version, names, current, ...props }: VersionLineProps) {
  const name = names.of(version.id)
  return (
    <tr aria-current={current?.id === version.id || undefined}>
      <td className={styles['date']}>
        <div className={styles['first']}>
          <span>
            <VersionDate version={version} leadsTo={props.leadsTo} />
            {name !== null && <bdi className={styles['name']}>{name}</bdi>}
          </span>
          {props.canName === true && <NameVersionButton version={version} names={names} />}
        </div>
      </td>
      <td>
        <bdi dir="ltr" className={styles['id']}>
          {version.id}
        </bdi>
      </td>
      {props.withStatus && (
        <td className={styles['labels']}>
          <VersionPills
            version={version}
            page={page}
            localization={props.localization}
            locale={props.locale}
          />
          {current?.id === version.id && <span className={styles['word']}>{current.word}</span>}
        </td>
      )}
    </tr>
  )
}

function VersionDate({ version, leadsTo }: { version: VersionRow; leadsTo: VersionLead }) {
  const { formatDate } = useT()
  const date = <time dateTime={version.updatedAt}>{formatDate(version.updatedAt)}</time>
  return 'to' in leadsTo ? (
    <Link to={leadsTo.to(version)}>{date}</Link>
  ) : (
    <button type="button" className={styles['choose']} onClick={() => leadsTo.choose(version)}>
      {date}
    </button>
  )
}
