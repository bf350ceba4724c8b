import { useTitleOf } from '../../data/use-title-of.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { makeRef, refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { ListPage, OutboxDocument, OutboxPage } from '../../../shared/ipc.ts'
import { firstLocale } from '../../../shared/cms/locales.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { galley } from '../../data/bridge.ts'
import type { NavEntry } from '../../data/nav-groups.ts'
import { useNavGroups } from '../../data/use-nav-groups.ts'
import { useOutboxStart } from '../../data/outbox.ts'
import { queryKeys } from '../../data/queries.ts'
import { useLocks } from '../../data/use-locks.ts'
import { useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { Ago } from '../../ui/ago/ago.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { LockMark } from '../../ui/lock-mark/lock-mark.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import styles from './dashboard-screen.module.css'
import { KeepQuestion } from './keep-question.tsx'
import { PrefetchProgress } from './prefetch-progress.tsx'
import { countQuery } from '../../data/list-address.ts'
import { useCounts } from './use-counts.ts'

/** Documents shown of each kind; the outbox has all of them. */
const SHOWN = 20
const NONE: OutboxPage = { documents: [], first: 0, total: 0, names: [] }

/** What needs somebody, what waits, and the way into every collection and global. */
export function DashboardScreen() {
  const { t } = useT()
  const navigate = useNavigate()
  const canCreate = useCanCreate()
  const groups = useNavGroups()
  const needsYou = useOutboxStart('attention', SHOWN) ?? NONE
  const unsent = useOutboxStart('rest', SHOWN) ?? NONE
  useCounts(
    groups
      .flatMap((group) => group.entities)
      .flatMap(({ type, slug }) => (type === 'collections' ? [slug] : [])),
  )
  const globals = groups.flatMap((group) => group.entities).filter((entry) => entry.type === 'globals')
  const locks = useLocks([
    ...[...needsYou.documents, ...unsent.documents].map(({ ref }) => ref),
    ...globals.map(({ slug }) => makeRef('global', slug, '')),
  ])
  const lockOf = (ref: DocRef): string | null => locks.get(refKey(ref)) ?? null
  const creatable = groups
    .flatMap((group) => group.entities)
    .filter((entry) => entry.type === 'collections' && canCreate(entry.slug))
  return (
    <>
      <ScreenHeader
        title={t('general:dashboard')}
        actions={
          creatable.length > 0 ? (
            <MenuButton
              label={t('general:createNew')}
              variant="secondary"
              items={creatable.map((entry) => ({
                id: entry.slug,
                label: entry.singular,
                onAction: () => void navigate(adminRoutes.create(entry.slug)),
              }))}
            />
          ) : undefined
        }
      />
      <div className={styles['scroll']}>
        <div className={styles['columns']}>
          <div className={styles['main']}>
            <KeepQuestion />
            <PrefetchProgress />
            {needsYou.total > 0 && (
              <section>
                <h2>{t('galley:app.dashboard.needsYou')}</h2>
                <ul className={styles['box']}>
                  {needsYou.documents.map((one) => (
                    <OutboxLine key={refKey(one.ref)} document={one} lockedBy={lockOf(one.ref)} />
                  ))}
                </ul>
                <AllOf page={needsYou} />
              </section>
            )}
            {unsent.total > 0 && (
              <section>
                <h2>{t('galley:app.dashboard.unsent')}</h2>
                <ul className={styles['list']}>
                  {unsent.documents.map((one) => (
                    <OutboxLine key={refKey(one.ref)} document={one} lockedBy={lockOf(one.ref)} />
                  ))}
                </ul>
                <AllOf page={unsent} />
              </section>
            )}
            {groups
              .filter((group) => group.entities.some((entry) => entry.type === 'collections'))
              .map((group) => (
                <section key={group.label}>
                  <h2>{group.label}</h2>
                  <ul className={styles['list']}>
                    {group.entities
                      .filter((entry) => entry.type === 'collections')
                      .map((entry) => (
                        <CollectionLine key={entry.id} entry={entry} mayCreate={canCreate(entry.slug)} />
                      ))}
                  </ul>
                </section>
              ))}
          </div>
          <div className={styles['side']}>
            {groups
              .filter((group) => group.entities.some((entry) => entry.type === 'globals'))
              .map((group) => (
                <section key={group.label}>
                  <h2>{group.label}</h2>
                  <ul className={styles['list']}>
                    {group.entities
                      .filter((entry) => entry.type === 'globals')
                      .map((entry) => (
                        <li key={entry.id}>
                          <Link to={entry.href} className={styles['link']}>
                            {entry.label}
                          </Link>
                          <Lock by={lockOf(makeRef('global', entry.slug, ''))} />
                        </li>
                      ))}
                  </ul>
                </section>
              ))}
          </div>
        </div>
      </div>
    </>
  )
}

/** The way to the rest, where there are too many for the dashboard. */
function AllOf({ page }: { page: OutboxPage }) {
  const { t } = useT()
  if (page.total <= page.documents.length) return null
  return (
    <ButtonLink to={adminRoutes.outbox()} size="row">
      {t('galley:app.dashboard.all', { number: page.total })}
    </ButtonLink>
  )
}

/** Who else is at a document; nothing where nobody is. */
function Lock({ by }: { by: string | null }) {
  return by !== null && <LockMark name={by} />
}

function OutboxLine({ document, lockedBy }: { document: OutboxDocument; lockedBy: string | null }) {
  const { t, label } = useT()
  const { title, place, href } = useDocumentWords(document)
  const changed = [...document.entries, ...document.moves].at(-1)?.updatedAt
  return (
    <li>
      <span className={styles['state']}>
        <SyncState state={document.state} compact />
      </span>
      <Link to={href} className={styles['link']} dir="auto">
        {title}
      </Link>
      <Lock by={lockedBy} />
      <span className={styles['place']}>{label(place)}</span>
      <span className={styles['ago']}>{changed !== undefined && <Ago iso={changed} />}</span>
      {(document.state.kind === 'conflict' || document.state.kind === 'failed') && (
        <ButtonLink to={troubleHref(document)} size="row">
          {t(document.state.kind === 'conflict' ? 'galley:edit.resolve' : 'galley:app.dashboard.openOutbox')}
        </ButtonLink>
      )}
    </li>
  )
}

/** The outbox, at the edit that needs a person. */
function troubleHref({ entries }: OutboxDocument): string {
  const entry = entries.find(({ problem }) => problem !== null)
  return entry === undefined ? adminRoutes.outbox() : `${adminRoutes.outbox()}?entry=${entry.key}`
}

function useDocumentWords(document: OutboxDocument) {
  const { t, label } = useT()
  const schema = useSchema()
  const titleOf = useTitleOf()
  const { ref } = document
  if (ref.kind === 'global') {
    const global = schema.globals.find((one) => one.slug === ref.slug)
    const name = label(global?.label ?? null) || ref.slug
    return { title: name, place: t('general:globals'), href: adminRoutes.document(ref) }
  }
  const collection = schema.collections.find((one) => one.slug === ref.slug)
  const untitled = document.isNew ? t('galley:app.dashboard.untitledNew') : `[${t('general:untitled')}]`
  const title =
    collection === undefined
      ? untitled
      : titleOf(
          collection,
          { ref, data: { [collection.useAsTitle]: document.title } },
          firstLocale(schema.localization),
          { untitled },
        )
  return {
    title,
    place: collection?.labels.plural ?? ref.slug,
    href: adminRoutes.document(ref),
  }
}

function CollectionLine({ entry, mayCreate }: { entry: NavEntry; mayCreate: boolean }) {
  const { t, formatNumber } = useT()
  const navigate = useNavigate()
  const coverage = useCoverage(entry.slug)
  return (
    <li>
      <Link to={entry.href} className={cx(styles['link'], styles['name'])}>
        {entry.label}
      </Link>
      <span className={styles['number']}>{coverage?.total == null ? '' : formatNumber(coverage.total)}</span>
      <span className={styles['coverage']}>
        {coverage === undefined ? '' : coverageWords(coverage, t, formatNumber)}
      </span>
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

function coverageWords(
  coverage: { here: number; total: number | null },
  t: UseT['t'],
  formatNumber: UseT['formatNumber'],
): string {
  if (coverage.total !== null && coverage.here >= coverage.total && coverage.total > 0) {
    return t('galley:app.dashboard.allHere')
  }
  return coverage.here === 0 ? '' : t('galley:app.dashboard.here', { here: formatNumber(coverage.here) })
}

/** How much of a collection is on this computer, as a list of one row knows it. */
function useCoverage(slug: string): ListPage['coverage'] | undefined {
  const { collections, localization } = useSchema()
  const collection = collections.find((one) => one.slug === slug)
  const query = collection && countQuery(collection, firstLocale(localization))
  return useQuery({
    queryKey: query ? queryKeys.list(query) : queryKeys.lists(slug),
    queryFn: query ? () => galley.call('documents.list', query) : skipToken,
  }).data?.coverage
}
