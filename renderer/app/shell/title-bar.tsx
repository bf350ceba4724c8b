import { ArrowLeft, ArrowRight, PanelLeft, Search } from 'lucide-react'
import { memo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import { ariaShortcut } from '../../ui/key-cap/shortcut.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useHistory } from '../navigation/use-history.ts'
import styles from './title-bar.module.css'

export const PALETTE_SHORTCUT = 'Mod+K'
export const SIDEBAR_SHORTCUT = 'Mod+B'
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
