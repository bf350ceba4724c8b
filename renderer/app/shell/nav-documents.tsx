import { X } from 'lucide-react'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { DocState } from '../../../shared/sync/entry.ts'
import { currentOf } from '../../data/document-tabs.ts'
import { useFavourites, useRecent, type Favourites as FavouriteDocuments } from '../../data/own-documents.ts'
import { useSchemaOrNull } from '../../data/schema-context.tsx'
import { useOutboxCounts } from '../../data/queries.ts'
import { useNamedDocuments, type NamedDocument } from '../../data/use-named-documents.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { syncWords, type SyncTone } from '../../ui/sync-state/sync-words.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { NavSection, useIsNavOpen } from './nav-section.tsx'
import { UnsentCounts } from './unsent-counts.tsx'
import styles from './sidebar.module.css'

/** Largest number of recent documents that are shown. */
const RECENT_SHOWN = 7
/** Preference keys of the two sections' open state, which no site uses as the name of a group. */
const FAVOURITES = 'galley-favourites'
const RECENT = 'galley-recent'

/** The favourite and recent documents; nothing before the schema is here. */
export function NavDocuments() {
  const hasSchema = useSchemaOrNull() !== null
  const favourites = useFavourites()
  const recent = useRecent()
  return (
    hasSchema && (
      <>
        {favourites.refs.length > 0 && <Favourites {...favourites} />}
        {recent.length > 0 && <Recent refs={recent} />}
      </>
    )
  )
}

function Favourites({ refs, toggle }: FavouriteDocuments) {
  const { t } = useT()
  const { shown, isRead } = useNamedDocuments(refs)
  const isOpen = useIsNavOpen(FAVOURITES)
  if (isRead && shown.length === 0) return null
  return (
    <NavSection label={t('galley:app.nav.favourites')} name={FAVOURITES} isOpen={isOpen}>
      {/* Placeholders keep the items below in their position until the titles come. */}
      {!isRead &&
        refs.map((ref) => <li key={refKey(ref)} aria-hidden="true" className={styles['awaited']} />)}
      {isRead &&
        shown.map((one) => (
          <DocumentItem key={refKey(one.docRef)} {...one} onRemove={() => toggle(one.docRef)} />
        ))}
    </NavSection>
  )
}

/** The recent documents, closed at first: the list grows while one works and moves everything below it. */
function Recent({ refs }: { refs: readonly DocRef[] }) {
  const { t } = useT()
  const isOpen = useIsNavOpen(RECENT, false)
  const { shown, isRead } = useNamedDocuments(isOpen ? refs : NONE)
  if (isOpen && isRead && shown.length === 0) return null
  return (
    <NavSection label={t('galley:app.nav.recent')} name={RECENT} isOpen={isOpen}>
      {shown.slice(0, RECENT_SHOWN).map((one) => (
        <DocumentItem key={refKey(one.docRef)} {...one} />
      ))}
    </NavSection>
  )
}

const NONE: readonly DocRef[] = []

type DocumentItemProps = NamedDocument & { onRemove?: () => void }

function DocumentItem({ docRef, title, kind, row, onRemove }: DocumentItemProps) {
  const { t } = useT()
  const { pathname } = useLocation()
  const item = useRef<HTMLLIElement>(null)
  const href = adminRoutes.document(docRef)
  const current = currentOf(href, pathname)
  /** Moves the focus to a neighbour before the item is removed. */
  const remove = () => {
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    ;(next?.querySelector('a') ?? document.querySelector<HTMLElement>('#sidebar li a'))?.focus()
    onRemove?.()
  }
  return (
    <li ref={item} className={cx(styles['item'], onRemove !== undefined && styles['removable'])}>
      <Link
        to={href}
        title={kind === null ? title : `${title} · ${kind}`}
        {...(current !== null && { 'aria-current': current === 'exact' ? 'page' : 'true' })}
        className={cx(styles['link'], styles['document'])}
      >
        <bdi className={styles['label']}>{title}</bdi>
        {kind !== null && <VisuallyHidden>, {kind}</VisuallyHidden>}
        <Unsent docRef={docRef} state={row?.state ?? null} />
      </Link>
      {onRemove !== undefined && (
        <IconButton
          size="row"
          icon={X}
          label={t('galley:app.nav.removeNamed', { title })}
          className={styles['remove'] ?? ''}
          onPress={remove}
        />
      )}
    </li>
  )
}

/** The small unsent mark of an item; nothing if the server has everything. */
function Unsent({ docRef, state }: { docRef: DocRef; state: DocState | null }) {
  const { t } = useT()
  const counts = useOutboxCounts()?.bySlug[`globals:${docRef.slug}`]
  if (docRef.kind === 'global')
    return <UnsentCounts attention={counts?.attention ?? 0} waiting={counts?.waiting ?? 0} />
  if (state === null || state.kind === 'saved') return null
  const { icon, tone, text } = syncWords(state, t)
  return (
    <span className={cx(styles['count'], styles[TONES[tone]])}>
      <Icon icon={icon} size="small" />
      <VisuallyHidden>, {text}</VisuallyHidden>
    </span>
  )
}

const TONES: Record<SyncTone, string> = {
  fact: 'quiet',
  done: 'quiet',
  moving: 'waiting',
  decide: 'attention',
  failed: 'attention',
}
