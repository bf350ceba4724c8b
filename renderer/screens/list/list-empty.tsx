import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListPage } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { callReason } from '../../data/failure-reasons.ts'
import type { Refresh } from '../../data/use-refresh.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './list-screen.module.css'

export type ListEmptyProps = {
  page: ListPage
  refresh: Refresh
  /** Plural label of the collection. */
  plural: string
  search: string
  /** Labels of the fields that the search looks in. */
  searched: readonly string[]
  onClearSearch: () => void
  isFiltered: boolean
  /** True if the filter is that of pictures without alternative text. */
  isMissingAlt: boolean
  /** True if all matches are on this computer, whatever the server has. */
  isKnownHere: boolean
  onClearFilter: () => void
  /** Address of a new document, null without permission. */
  createHref: string | null
}

/** The reason that there are no rows. A list is called empty only if that is known. */
export function ListEmpty(props: ListEmptyProps) {
  const { page, refresh, search, isFiltered } = props
  const { t } = useT()
  const { here, total } = page.coverage
  const known = props.isKnownHere || page.fetchedAt !== null || (total !== null && here >= total)
  const refused = refresh.result !== null && 'message' in refresh.result ? refresh.result : null
  const clear =
    search !== '' || isFiltered ? (
      <>
        {isFiltered && <Button onPress={props.onClearFilter}>{t('galley:filters.clear')}</Button>}
        {search !== '' && <Button onPress={props.onClearSearch}>{t('galley:list.clearSearch')}</Button>}
      </>
    ) : undefined
  return (
    <div className={styles['place']}>
      {known ? (
        <KnownEmpty {...props} clear={clear} />
      ) : refresh.asking ? (
        <Skeleton lines={8} />
      ) : refused !== null ? (
        <Message
          kind="error"
          title={t('galley:list.failed', { label: props.plural })}
          body={
            refused.message === ''
              ? t(`galley:sync.refused.${refused.outcome}`)
              : callReason(refused.message, t)
          }
          actions={
            <>
              <Button onPress={refresh.again}>{t('galley:sync.tryAgain')}</Button>
              {isFiltered && <Button onPress={props.onClearFilter}>{t('galley:filters.clear')}</Button>}
            </>
          }
        />
      ) : (
        <UnknownEmpty {...props} clear={clear} />
      )}
    </div>
  )
}

/** `clear`: the buttons that take back the search and the filter; undefined without either. */
type ReasonProps = ListEmptyProps & { clear: ReactNode }

/** The message for a list that has no such documents. */
function KnownEmpty({ plural, search, isFiltered, createHref, clear, ...props }: ReasonProps) {
  const { t } = useT()
  // Only without a search is it known that no picture lacks its text.
  if (props.isMissingAlt && search === '')
    return (
      <Message
        kind="empty"
        title={t('galley:media.altDone')}
        body={t('galley:media.altDoneBody', { label: plural })}
        actions={clear}
      />
    )
  const searchedIn = t('galley:list.searchedIn', { fields: props.searched.join(', ') })
  if (search !== '' || isFiltered)
    return (
      <Message
        kind="empty"
        title={
          search === ''
            ? t('galley:filters.noMatch', { label: plural })
            : t('galley:list.noMatch', { label: plural, search })
        }
        body={
          search === ''
            ? t('galley:filters.noMatchBody', { label: plural })
            : [searchedIn, ...(isFiltered ? [t('galley:filters.bothBody')] : [])].join(' ')
        }
        actions={clear}
      />
    )
  return (
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
  )
}

/** The message for a list whose documents only the server knows. */
function UnknownEmpty({ refresh, plural, search, isFiltered, isMissingAlt, clear }: ReasonProps) {
  const { t } = useT()
  const whyUnknown =
    refresh.result?.outcome === 'signed-out'
      ? 'galley:list.signedOutBody'
      : search !== '' || isFiltered
        ? 'galley:list.unknownSearchBody'
        : 'galley:list.unknownBody'
  return (
    <Message
      kind="offline"
      title={
        search !== ''
          ? t('galley:list.unknownSearch', { label: plural, search })
          : isMissingAlt
            ? t('galley:media.altDoneHere')
            : t(isFiltered ? 'galley:filters.unknown' : 'galley:list.unknown', { label: plural })
      }
      body={t(whyUnknown, { label: plural })}
      actions={clear}
    />
  )
}
