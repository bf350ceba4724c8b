import {
  ChevronDown,
  ChevronRight,
  FolderIcon,
  LayoutDashboard,
  Send,
  Settings,
  X,
  CircleAlert,
} from 'lucide-react'
import { memo, useId, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { countAttention, countInOutbox } from '../../../shared/sync/unsent.ts'
import { own } from '../../../shared/json.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { firstLetter } from '../../ui/first-letter.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { useAccount } from '../../data/account-context.tsx'
import type { NavEntry, NavGroup } from '../../data/nav-groups.ts'
import { navState } from '../navigation/nav-state.ts'
import { useBrowsesFolders } from '../../data/schema-context.tsx'
import { useNavGroups } from '../../data/use-nav-groups.ts'
import { useNavPreference } from '../../data/nav-preference.ts'
import { viewNamed } from '../../data/view-address.ts'
import { useOutboxCounts } from '../../data/queries.ts'
import { NavViews } from './nav-views.tsx'
import { ServerMenu } from './server-menu.tsx'
import styles from './sidebar.module.css'

type SidebarProps = { overlay: boolean; onClose: () => void }

/** Server, Dashboard and Outbox, the groups of collections and globals, the user (S2.17-S2.24). */
export const Sidebar = memo(function Sidebar({ overlay, onClose }: SidebarProps) {
  const { t } = useT()
  const groups = useNavGroups()
  const browsesFolders = useBrowsesFolders()
  const counts = useOutboxCounts()
  const attention = counts === undefined ? 0 : countAttention(counts)
  const waiting = counts === undefined ? 0 : countInOutbox(counts) - attention
  return (
    <nav
      id="sidebar"
      aria-label={t('galley:app.nav.label')}
      className={cx(styles['side'], overlay && styles['overlay'])}
    >
      <div className={styles['top']}>
        <ServerMenu />
        {overlay && <IconButton icon={X} label={t('general:close')} onPress={onClose} />}
      </div>
      <div className={styles['nav']}>
        <ul>
          <li className={styles['item']}>
            <NavLink href={adminRoutes.dashboard()} id="nav-dashboard">
              <Icon icon={LayoutDashboard} />
              <span className={styles['label']}>{t('general:dashboard')}</span>
            </NavLink>
          </li>
          <li className={styles['item']}>
            <NavLink href={adminRoutes.outbox()} id="nav-outbox">
              <Icon icon={Send} flip />
              <span className={styles['label']}>{t('galley:app.nav.outbox')}</span>
              <Counts attention={attention} waiting={waiting} both />
            </NavLink>
          </li>
          {browsesFolders && (
            <li className={styles['item']}>
              <NavLink href={adminRoutes.folders(null)} id="nav-folders">
                <Icon icon={FolderIcon} />
                <span className={styles['label']}>{t('folder:browseByFolder')}</span>
              </NavLink>
            </li>
          )}
        </ul>
        {groups.map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </div>
      <UserLine />
    </nav>
  )
})

function Group({ group }: { group: NavGroup }) {
  const [{ groups }, choose] = useNavPreference()
  const counts = useOutboxCounts()
  const open = own(groups, group.label)?.open ?? true
  const id = useId()
  const countOf = (entry: NavEntry) => counts?.bySlug[`${entry.type}:${entry.slug}`]
  return (
    <div role="group" aria-labelledby={`${id}-name`}>
      <h2 className={styles['heading']}>
        <button
          type="button"
          id={`${id}-name`}
          aria-expanded={open}
          aria-controls={id}
          className={styles['toggle']}
          onClick={() => choose({ groups: Object.fromEntries([[group.label, { open: !open }]]) })}
        >
          <Icon icon={open ? ChevronDown : ChevronRight} size="small" flip={!open} />
          {group.label}
        </button>
      </h2>
      <div id={id} inert={!open} className={cx(styles['fold'], !open && styles['closed'])}>
        <ul className={styles['folded']}>
          {group.entities.map((entry) => (
            <li key={entry.id} className={styles['item']}>
              <NavLink href={entry.href} id={entry.id}>
                <span className={styles['label']}>{entry.label}</span>
                <Counts attention={countOf(entry)?.attention ?? 0} waiting={countOf(entry)?.waiting ?? 0} />
              </NavLink>
              {entry.type === 'collections' && <NavViews entry={entry} />}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * The exact current page is marked and no link; a page within it is marked and links back (S2.20), and so is the list of
 * which a view is shown.
 */
function NavLink({ href, id, children }: { href: string; id: string; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const place = navState(pathname, href)
  const state = place === 'exact' && viewNamed(new URLSearchParams(search)) !== null ? 'within' : place
  if (state === 'exact') {
    return (
      <div id={id} aria-current="page" className={cx(styles['link'], styles['current'])}>
        {children}
      </div>
    )
  }
  return (
    <Link
      id={id}
      to={href}
      {...(state === 'within' && { 'aria-current': 'true' as const })}
      className={cx(styles['link'], state === 'within' && styles['current'])}
    >
      {children}
    </Link>
  )
}

/** Amber with an icon: needs you; blue: waits. Amber wins where there is room for one. */
function Counts({
  attention,
  waiting,
  both = false,
}: {
  attention: number
  waiting: number
  both?: boolean
}) {
  const { t } = useT()
  return (
    <>
      {attention > 0 && (
        <span className={cx(styles['count'], styles['attention'])}>
          <Icon icon={CircleAlert} size="small" />
          <span aria-hidden="true">{attention}</span>
          <VisuallyHidden>, {t('galley:app.nav.attention', { count: attention })}</VisuallyHidden>
        </span>
      )}
      {waiting > 0 && (attention === 0 || both) && (
        <span className={cx(styles['count'], styles['waiting'])}>
          <span aria-hidden="true">{waiting}</span>
          <VisuallyHidden>, {t('galley:app.nav.waiting', { count: waiting })}</VisuallyHidden>
        </span>
      )}
    </>
  )
}

function UserLine() {
  const { t } = useT()
  const { label } = useAccount()
  return (
    <div className={styles['user']}>
      <NavLink href={adminRoutes.account()} id="nav-account">
        <span aria-hidden="true" className={styles['avatar']}>
          {initials(label)}
        </span>
        <span className={styles['label']}>{label}</span>
        <VisuallyHidden>, {t('galley:app.nav.settings')}</VisuallyHidden>
        <Icon icon={Settings} />
      </NavLink>
    </div>
  )
}

function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => firstLetter(word ?? '')).join('')
}
