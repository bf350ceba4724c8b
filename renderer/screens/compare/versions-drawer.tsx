import { useEffect, useEffectEvent, useState } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { pageCount } from '../../../shared/document/range-label.ts'
import type { VersionsQuery } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { LIMITS, limitChoices } from '../../../shared/lists/list-state.ts'
import { useVersionsQuery } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useRefresh } from '../../data/use-refresh.ts'
import type { VersionNames } from '../../data/version-names.ts'
import { versionsQuery } from '../../data/versions-query.ts'
import { useT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { VersionsRows } from '../../versions/versions-rows.tsx'
import styles from './compare.module.css'

type VersionsDrawerProps = {
  docRef: DocRef
  entity: Collection | Global
  /** The version compared with now; null: none. */
  comparedWith: string | null
  names: VersionNames
  onChoose: (id: string) => void
  onClose: () => void
}

/** Cause of this drawer's toasts. */
const FAILED = 'versions-drawer'

/**
 * The drawer with all versions of a document, to choose the one to compare with (S2.29, S2.48). If they cannot be
 * loaded, it says why and closes (S4.36).
 */
export function VersionsDrawer({
  docRef: ref,
  entity,
  comparedWith,
  names,
  onChoose,
  onClose,
}: VersionsDrawerProps) {
  const { t } = useT()
  const toast = useToast()
  const { localization } = useSchema()
  const { locale } = useContentLocale()
  const [query, setQuery] = useState(() => versionsQuery(ref, entity))
  const change = (changed: Partial<VersionsQuery>) => setQuery((now) => ({ ...now, page: 1, ...changed }))
  const list = useVersionsQuery(query)
  const page = list.data
  const refresh = useRefresh(['versions', 'drawer', query], () => galley.call('versions.refresh', query))
  const refused = refresh.result !== null && 'message' in refresh.result ? refresh.result.message : null
  const failed = list.error ?? refused
  const words = failed === null ? null : callReason(failed, t) || t('error:unspecific')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (words === null) return
    toast.error(words, { cause: FAILED })
    close()
  }, [words, toast])
  return (
    <Drawer title={t('version:selectVersionToCompare')} onClose={onClose}>
      <div className={styles['all-versions']}>
        <VersionsRows
          page={page ?? null}
          names={names}
          refresh={refresh}
          localization={localization}
          locale={locale}
          withStatus={entity.versions?.drafts === true}
          leadsTo={{ choose: ({ id }) => onChoose(id) }}
          current={
            comparedWith === null ? undefined : { id: comparedWith, word: t('galley:compare.comparedNow') }
          }
          sort={query.sort}
          onSort={(sort) => change({ sort })}
        />
        <ListFooter
          note={<CacheNote fetchedAt={page?.fetchedAt ?? null} refresh={refresh} />}
          page={Math.min(
            query.page,
            page === undefined ? 1 : pageCount({ limit: query.limit, totalDocs: page.totalDocs }),
          )}
          limit={query.limit}
          totalDocs={page?.totalDocs ?? 0}
          limits={entity.kind === 'collection' ? limitChoices(entity.limits) : [...LIMITS]}
          onPage={(next) => change({ page: next })}
          onLimit={(limit) => change({ limit })}
        />
      </div>
    </Drawer>
  )
}
