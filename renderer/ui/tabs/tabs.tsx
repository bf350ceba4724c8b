import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Tab, TabList, Tabs as RacTabs } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './tabs.module.css'

export type TabSpec = { id: string; label: string; labelId?: string; errorCount?: number; content: ReactNode }
export type TabsProps = {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: TabSpec[]
  selected: string
  onSelect: (id: string) => void
}

/**
 * Tabs inside a form; arrow keys move, a tab shows its number of errors. Only the chosen one is mounted. React Aria's
 * panel is not used: it does layout on each change within it to look for focusable elements.
 */
export function Tabs({ label, tabs, selected: wanted, onSelect }: TabsProps) {
  const { t } = useT()
  const id = useId()
  // The wanted tab may be hidden or gone.
  const chosen = tabs.find((tab) => tab.id === wanted) ?? tabs[0]
  const selected = chosen?.id ?? wanted
  const list = useRef<HTMLDivElement>(null)
  // A tab selected from elsewhere may be scrolled out of view.
  useEffect(() => {
    const drawn = [...(list.current?.children ?? [])]
    const forward = drawn.find((tab) => tab.getAttribute('data-key') === selected)
    if (list.current && forward) showWithin(list.current, forward)
  }, [selected])
  return (
    <div className={styles['tabs']}>
      <RacTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
        <TabList ref={list} aria-label={label} className={styles['list'] ?? ''}>
          {tabs.map((tab) => (
            <Tab
              key={tab.id}
              id={tab.id}
              className={styles['tab'] ?? ''}
              render={(props, { isSelected }) =>
                'href' in props ? (
                  <a {...props}>{props.children}</a>
                ) : (
                  <div
                    {...props}
                    id={`${id}-${tab.id}`}
                    aria-controls={isSelected ? `${id}-panel` : undefined}
                  />
                )
              }
            >
              <span id={tab.labelId} className={styles['label']} data-label={tab.label}>
                {tab.label}
              </span>
              {tab.errorCount !== undefined && tab.errorCount > 0 && (
                <span
                  className={styles['errors']}
                  role="img"
                  aria-label={t('galley:app.errorCount', { count: tab.errorCount })}
                >
                  <Icon icon={CircleAlert} size="small" />
                  {tab.errorCount}
                </span>
              )}
            </Tab>
          ))}
        </TabList>
      </RacTabs>
      {chosen !== undefined && (
        <Panel key={chosen.id} id={`${id}-panel`} labelledBy={`${id}-${chosen.id}`}>
          {chosen.content}
        </Panel>
      )}
    </div>
  )
}

/** Selector of elements with a Tab stop, visible or not: a check of visibility would force layout. */
const TAB_STOPS = [
  'a[href]',
  ...['button', 'input', 'select', 'textarea'].map((control) => `${control}:enabled`),
  '[contenteditable]:not([contenteditable="false"])',
  '[tabindex]',
]
  .map((stop) => `${stop}:not([tabindex^="-"])`)
  .join()
/** Attributes that make or remove a Tab stop. */
const STOP_ATTRIBUTES = ['href', 'disabled', 'contenteditable', 'tabindex']

/** The panel of the chosen tab; a Tab stop itself if nothing in it is one, so that the keyboard can scroll it. */
function Panel({ id, labelledBy, children }: { id: string; labelledBy: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useLayoutEffect(() => {
    const { current } = panel
    if (current === null) return
    const look = () => setStop(current.querySelector(TAB_STOPS) === null)
    look()
    const observer = new MutationObserver(look)
    observer.observe(current, { subtree: true, childList: true, attributeFilter: STOP_ATTRIBUTES })
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      role="tabpanel"
      aria-labelledby={labelledBy}
      tabIndex={isStop ? 0 : undefined}
      className={styles['panel']}
    >
      {children}
    </div>
  )
}

/** Pixels of the next tab that stay visible, so that it can be pressed. */
const PEEK = 64

/** Scrolls only the row, sideways, until the element is visible. */
function showWithin(row: Element, element: Element): void {
  const [seen, place] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  const peek = Math.min(PEEK, Math.max(0, (seen.width - place.width) / 2))
  if (place.left - peek < seen.left) row.scrollLeft -= seen.left - place.left + peek
  else if (place.right + peek > seen.right) row.scrollLeft += place.right - seen.right + peek
}
