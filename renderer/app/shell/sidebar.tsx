import { FolderIcon, LayoutDashboard, Send, Settings, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { countAttention, countInOutbox } from '../../../shared/sync/unsent.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { firstLetter } from '../../ui/first-letter.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { useAccount } from '../../data/account-context.tsx'
import { type NavEntry, type NavGroup, navState } from '../../data/nav-groups.ts'
import { useBrowsesFolders } from '../../data/schema-context.tsx'
import { useNavGroups } from '../../data/use-nav-groups.ts'
import { viewNamed } from '../../data/list-address.ts'
import { useOutboxCounts } from '../../data/queries.ts'
import { NavDocuments } from './nav-documents.tsx'
import { NavDrafts } from './nav-drafts.tsx'
import { NavSection, useIsNavOpen } from './nav-section.tsx'
import { NavViews } from './nav-views.tsx'
import { ServerMenu } from './server-menu.tsx'
import { UnsentCounts } from './unsent-counts.tsx'
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
              <UnsentCounts attention={attention} waiting={waiting} both />
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
        <NavDocuments />
        {groups.map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </div>
      <UserLine />
    </nav>
  )
})

function Group({ group }: { group: NavGroup }) {
  const counts = useOutboxCounts()
  const isOpen = useIsNavOpen(group.label)
  const countOf = (entry: NavEntry) => counts?.bySlug[`${entry.type}:${entry.slug}`]
  return (
    <NavSection label={group.label} name={group.label} isOpen={isOpen}>
      {group.entities.map((entry) => (
        <li key={entry.id} className={cx(styles['item'], styles['entry'])}>
          <NavLink href={entry.href} id={entry.id}>
            <span className={styles['label']}>{entry.label}</span>
            <UnsentCounts attention={countOf(entry)?.attention ?? 0} waiting={countOf(entry)?.waiting ?? 0} />
          </NavLink>
          {entry.type === 'collections' && <NavDrafts entry={entry} />}
          {entry.type === 'collections' && <NavViews entry={entry} />}
        </li>
      ))}
    </NavSection>
  )
}

/**
 * A link of the navigation (S2.20). The current page itself is marked and no link; for a page or a view
 * within it, the link is marked and leads back.
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
