import { Plus } from 'lucide-react'
import type { ListPage } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { callReason } from '../../data/call-reason.ts'
import type { Refresh } from '../../data/use-refresh.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Message } from '../../ui/message/message.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './list-screen.module.css'

export type ListEmptyProps = {
  page: ListPage
  refresh: Refresh
  /** Plural of the collection. */
  plural: string
  search: string
  onClearSearch: () => void
  /** Address of a new document, null without permission. */
  createHref: string | null
}

/** Why there are no rows. A list is called empty only where that is known. */
export function ListEmpty({ page, refresh, plural, search, onClearSearch, createHref }: ListEmptyProps) {
  const { t } = useT()
  const { here, total } = page.coverage
  const known = page.fetchedAt !== null || (total !== null && here >= total)
  const refused = refresh.result !== null && 'message' in refresh.result ? refresh.result : null
  const clear =
    search === '' ? undefined : <Button onPress={onClearSearch}>{t('galley:list.clearSearch')}</Button>

  if (known && search !== '') {
    return (
      <Place>
        <Message
          kind="empty"
          title={t('galley:list.noMatch', { label: plural, search })}
          body={t('galley:list.noMatchBody', { label: plural })}
          actions={clear}
        />
      </Place>
    )
  }
  if (known) {
    return (
      <Place>
        <Message
          kind="empty"
          title={t('galley:list.none', { label: plural })}
          body={createHref === null ? t('galley:list.noneBody') : t('galley:list.noneCreate')}
          actions={
            createHref === null ? undefined : (
              <ButtonLink to={createHref} icon={Plus}>
                {t('general:createNew')}
              </ButtonLink>
            )
          }
        />
      </Place>
    )
  }
  if (refresh.asking) {
    return (
      <Place>
        <Skeleton lines={8} />
      </Place>
    )
  }
  if (refused !== null) {
    return (
      <Place>
        <Message
          kind="error"
          title={t('galley:list.failed', { label: plural })}
          body={
            refused.message === ''
              ? t(`galley:sync.refused.${refused.outcome}`)
              : callReason(refused.message, t)
          }
          actions={<Button onPress={refresh.again}>{t('galley:sync.tryAgain')}</Button>}
        />
      </Place>
    )
  }
  const whyUnknown =
    refresh.result?.outcome === 'signed-out'
      ? 'galley:list.signedOutBody'
      : search === ''
        ? 'galley:list.unknownBody'
        : 'galley:list.unknownSearchBody'
  return (
    <Place>
      <Message
        kind="offline"
        title={
          search === ''
            ? t('galley:list.unknown', { label: plural })
            : t('galley:list.unknownSearch', { label: plural, search })
        }
        body={t(whyUnknown, { label: plural })}
        actions={clear}
      />
    </Place>
  )
}

function Place({ children }: { children: React.ReactNode }) {
  return <div className={styles['place']}>{children}</div>
}
