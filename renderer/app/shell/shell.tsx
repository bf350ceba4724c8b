import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { FilePlus, OctagonAlert } from 'lucide-react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { adminRoutes, routePatterns } from '../../../shared/cms/routes.ts'
import { useCanCreate } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Shortcuts } from '../../commands/shortcut-sheet.tsx'
import { MAIN_HEADING_ID } from '../../ui/focus/focus-place.ts'
import { galley } from '../../data/bridge.ts'
import { Palette } from '../../palette/palette.tsx'
import { usePlaceCommands } from '../../palette/use-place-commands.ts'
import { commands } from '../../commands/command-registry.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useMenuBar } from '../../commands/use-menu-bar.ts'
import { useShortcuts } from '../../commands/shortcuts.ts'
import { useHeadingFocus } from '../navigation/use-heading-focus.ts'
import { useRealAddress, useLeaveToasts } from '../navigation/use-address-changes.ts'
import { useReadAhead } from '../navigation/use-read-ahead.ts'
import { AppCommands } from './app-commands.tsx'
import { Note } from '../../ui/note/note.tsx'
import { useStoreTrouble } from '../../data/store-errors.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { StatusBar } from './status-bar.tsx'
import troubleStyles from './trouble.module.css'
import { PALETTE_SHORTCUT, SIDEBAR_SHORTCUT, SIDEBAR_TOGGLE_ID, TitleBar } from './title-bar.tsx'
import { useNavRefresh } from '../../data/nav-preference.ts'
import { useFollowedIds } from '../../data/own-documents.ts'
import { useSidebar } from './use-sidebar.ts'

/** The window: title bar, sidebar, one sheet with the screen on it, status bar. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useT()
  const sidebar = useSidebar()
  /** The initial text of the palette; null while it is closed. */
  const [palette, setPalette] = useState<string | null>(null)
  /** A question of the command chosen in the palette, which is closed by then. */
  const [question, setQuestion] = useState<ReactNode>(null)
  const openPalette = useCallback(() => setPalette(''), [])
  const main = useRef<HTMLElement>(null)
  useShortcuts()
  useHeadingFocus()
  useReadAhead()
  useRealAddress()
  useFollowedIds()
  useLeaveToasts()
  useNavRefresh()
  usePlaceCommands()
  useMenuBar()

  useCommand({
    id: 'app.palette',
    title: 'galley:app.command.palette',
    shortcut: PALETTE_SHORTCUT,
    run: () => setPalette((open) => (open === null ? '' : null)),
    inDialogs: palette !== null,
  })
  useNewCommand(useCallback(() => setPalette('+ '), []))
  useCommand({
    id: 'app.sidebar',
    title: 'galley:app.command.toggleSidebar',
    also: 'galley:palette.also.sidebar',
    shortcut: SIDEBAR_SHORTCUT,
    run: sidebar.toggle,
  })
  useCommand({
    id: 'app.check',
    title: 'galley:app.command.checkConnection',
    also: 'galley:palette.also.check',
    run: () => void galley.call('connection.check', undefined).catch(console.error),
  })

  useOverlayFocus(sidebar)

  return (
    <div className={cx(styles['window'], (!sidebar.open || sidebar.overlay) && styles['no-sidebar'])}>
      <a
        href={`#${MAIN_HEADING_ID}`}
        className={styles['skip']}
        onClick={(event) => {
          event.preventDefault()
          ;(document.getElementById(MAIN_HEADING_ID) ?? main.current)?.focus()
        }}
      >
        {t('galley:app.skipToContent')}
      </a>
      <TitleBar sidebarOpen={sidebar.open} onToggleSidebar={sidebar.toggle} onQuickOpen={openPalette} />
      {sidebar.open && <Sidebar overlay={sidebar.overlay} onClose={sidebar.close} />}
      {sidebar.open && sidebar.overlay && (
        <div aria-hidden="true" className={styles['scrim']} onClick={sidebar.close} />
      )}
      <main ref={main} tabIndex={-1} className={styles['sheet']} inert={sidebar.open && sidebar.overlay}>
        {children}
        <StoreTroubleStrip />
      </main>
      <StatusBar />
      <Shortcuts />
      <AppCommands />
      {palette !== null && (
        <Palette key={palette} typed={palette} onClose={() => setPalette(null)} ask={setQuestion} />
      )}
      {question}
    </div>
  )
}

/** Moves the focus into a sidebar that lies over the screen, and back; Escape closes it. */
function useOverlayFocus(sidebar: ReturnType<typeof useSidebar>): void {
  const closeSidebar = useEffectEvent(() => sidebar.close())
  useEffect(() => {
    if (!sidebar.overlay || !sidebar.open) return
    const openedAt = window.location.pathname
    document.querySelector<HTMLElement>('#sidebar a, #sidebar button')?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeSidebar()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      // The overlay took the focus with it. After a navigation the new screen's heading gets it.
      const stayed = window.location.pathname === openedAt
      if (stayed && document.activeElement === document.body)
        document.getElementById(SIDEBAR_TOGGLE_ID)?.focus()
    }
  }, [sidebar.overlay, sidebar.open])
}

/** The command "New document": of the current collection, otherwise the person is asked which one. */
function useNewCommand(ask: () => void): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const canCreate = useCanCreate()
  const slug = matchPath({ path: routePatterns.list, end: false }, pathname)?.params.slug
  useCommand({
    id: 'app.new',
    title: 'galley:menu.new',
    also: 'galley:palette.also.create',
    icon: FilePlus,
    shortcut: 'Mod+N',
    when: () => commands.all().some(({ kind }) => kind === 'create'),
    run: () => (slug !== undefined && canCreate(slug) ? void navigate(adminRoutes.create(slug)) : ask()),
  })
}

/** The strip about edits that are not stored on this computer. It lies over the sheet, so nothing jumps. */
function StoreTroubleStrip() {
  const { t } = useT()
  const trouble = useStoreTrouble()
  return (
    <div role="alert" className={troubleStyles['place']}>
      {trouble !== null && (
        <Note tone="bad" icon={OctagonAlert} title={t(`galley:app.store.${trouble}`)}>
          {t(`galley:app.store.hint.${trouble}`)}
        </Note>
      )}
    </div>
  )
}
