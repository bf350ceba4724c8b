import { PanelRight, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { localPreference, useLocalPreference } from '../../data/local-preference.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import styles from './inspector.module.css'

/** Below this width the details lie over the form; with two locales the limit is wider. */
const NARROW = '(max-width: 1100px)'
const NARROW_FOR_TWO = '(max-width: 1400px)'
const INSPECTOR_ID = 'document-details'

const docked = localPreference('inspector', (stored) => stored !== false)

export type InspectorState = {
  isOpen: boolean
  overlay: boolean
  open: () => void
  close: () => void
  toggle: () => void
}

/**
 * Returns the state of the details: docked as last left if there is room, otherwise over the form and closed at
 * first.
 */
export function useInspector(
  available: boolean,
  { hasSecondLocale, isPreviewed }: { hasSecondLocale: boolean; isPreviewed: boolean },
): InspectorState {
  const narrow = hasSecondLocale ? NARROW_FOR_TWO : NARROW
  const watch = useCallback((listener: () => void) => watchWidth(narrow, listener), [narrow])
  const isNarrow = useSyncExternalStore(watch, () => matchMedia(narrow).matches)
  const overlay = isNarrow || isPreviewed
  const [isDocked, setDocked] = useLocalPreference(docked)
  const [isOver, setOver] = useState(false)
  const isOpen = available && (overlay ? isOver : isDocked)
  const set = useCallback(
    (next: boolean) => (overlay ? setOver(next) : setDocked(next)),
    [overlay, setDocked],
  )
  return useMemo(
    () => ({ isOpen, overlay, open: () => set(true), close: () => set(false), toggle: () => set(!isOpen) }),
    [isOpen, overlay, set],
  )
}

function watchWidth(query: string, listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** The button for the details, in the header of a document. */
export function InspectorButton({ state }: { state: InspectorState }) {
  const { t } = useT()
  return (
    <IconButton
      size="row"
      icon={PanelRight}
      flip
      label={t('galley:edit.details')}
      shortcut="Mod+."
      pressed={state.isOpen}
      // The attribute must not refer to a missing element.
      {...(state.isOpen && { controls: INSPECTOR_ID })}
      onPress={state.toggle}
    />
  )
}

/** The details of a document at the end of the sheet. */
export function Inspector({ state, children }: { state: InspectorState; children: ReactNode }) {
  const { t } = useT()
  const { overlay, close } = state
  useEffect(() => {
    if (!overlay) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [overlay, close])
  return (
    <aside
      id={INSPECTOR_ID}
      aria-label={t('galley:edit.details')}
      className={cx(styles['inspector'], overlay && styles['overlay'])}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']}>{t('galley:edit.detailsShort')}</h2>
        {overlay && <IconButton size="row" icon={X} label={t('general:close')} onPress={close} />}
      </div>
      <div className={styles['fields']}>{children}</div>
    </aside>
  )
}
