import { ArrowLeft, ArrowRight, Menu, PanelLeft, Search } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { galley } from '../../data/bridge.ts'
import { directionOf } from '../../i18n/languages.ts'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import { ariaShortcut, currentPlatform } from '../../ui/key-cap/shortcut.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useHistory } from '../navigation/use-history.ts'
import styles from './title-bar.module.css'

export const PALETTE_SHORTCUT = 'Mod+K'
export const SIDEBAR_SHORTCUT = 'Mod+B'
const MENU_SHORTCUT = 'F10'
export const SIDEBAR_TOGGLE_ID = 'sidebar-toggle'

type TitleBarProps = {
  sidebarOpen: boolean
  onToggleSidebar: () => void
  onQuickOpen: () => void
}

/** Sidebar, back and forward, quick open; the place of the system's window buttons stays free. */
export const TitleBar = memo(function TitleBar({ sidebarOpen, onToggleSidebar, onQuickOpen }: TitleBarProps) {
  const { t } = useT()
  const { canGoBack, canGoForward, back, forward } = useHistory()
  useCommand({
    id: 'app.back',
    title: 'galley:app.command.back',
    also: 'galley:palette.also.back',
    shortcut: 'Alt+ArrowLeft',
    run: back,
    when: () => canGoBack,
  })
  useCommand({
    id: 'app.forward',
    title: 'galley:app.command.forward',
    shortcut: 'Alt+ArrowRight',
    run: forward,
    when: () => canGoForward,
  })

  return (
    <header className={styles['bar']}>
      <div className={styles['tools']}>
        {currentPlatform() !== 'mac' && <AppMenu />}
        <IconButton
          icon={PanelLeft}
          flip
          label={`${t(sidebarOpen ? 'general:close' : 'general:open')}: ${t('galley:app.title.toggleSidebar')}`}
          shortcut={SIDEBAR_SHORTCUT}
          expanded={sidebarOpen}
          controls="sidebar"
          className={styles['toggle'] ?? ''}
          id={SIDEBAR_TOGGLE_ID}
          onPress={onToggleSidebar}
        />
        <IconButton
          icon={ArrowLeft}
          flip
          label={t('galley:app.title.back')}
          shortcut="Alt+ArrowLeft"
          disabledReason={canGoBack ? null : t('galley:app.title.noBack')}
          onPress={back}
        />
        <IconButton
          icon={ArrowRight}
          flip
          label={t('galley:app.title.forward')}
          shortcut="Alt+ArrowRight"
          disabledReason={canGoForward ? null : t('galley:app.title.noForward')}
          onPress={forward}
        />
      </div>
      <button
        type="button"
        className={styles['quick']}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaShortcut(PALETTE_SHORTCUT)}
        onClick={onQuickOpen}
      >
        <Icon icon={Search} />
        <span className={styles['text']}>{t('galley:app.title.quickOpen')}</span>
        <KeyCap shortcut={PALETTE_SHORTCUT} />
      </button>
    </header>
  )
})

/**
 * The button that shows the menu bar as a menu. Except on macOS, the window has no frame and so no menu bar.
 */
function AppMenu() {
  const { t, language } = useT()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    const { left, right, bottom } = button.current?.getBoundingClientRect() ?? new DOMRect()
    setOpen(true)
    galley
      .call('menu.show', { x: directionOf(language) === 'rtl' ? right : left, y: bottom })
      .catch(console.error)
      .finally(() => setOpen(false))
  }
  useCommand({
    id: 'app.menu',
    title: 'galley:app.command.menu',
    icon: Menu,
    shortcut: MENU_SHORTCUT,
    inDialogs: true,
    run: open,
  })
  return (
    <IconButton
      ref={button}
      icon={Menu}
      label={t('galley:app.title.menu')}
      shortcut={MENU_SHORTCUT}
      opensMenu
      expanded={isOpen}
      onPress={open}
    />
  )
}
