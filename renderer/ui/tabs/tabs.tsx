import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as RacTabs } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './tabs.module.css'

export type TabSpec = { id: string; label: string; labelId?: string; errorCount?: number; content: ReactNode }
export type TabsProps = {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: TabSpec[]
  selected?: string
  onSelect?: (id: string) => void
}

/** Tabs inside a form; arrow keys move, a tab with errors says how many. Only the chosen one is mounted. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const { t } = useT()
  const list = useRef<HTMLDivElement>(null)
  // One that is brought forward from elsewhere may lie outside of what is seen of the row.
  useEffect(() => {
    const drawn = [...(list.current?.children ?? [])]
    const chosen = drawn.find((tab) => tab.getAttribute('data-key') === selected)
    if (list.current && chosen) showWithin(list.current, chosen)
  }, [selected])
  return (
    <RacTabs
      className={styles['tabs'] ?? ''}
      {...(selected !== undefined && { selectedKey: selected })}
      {...(onSelect !== undefined && { onSelectionChange: (key) => onSelect(String(key)) })}
    >
      <TabList ref={list} aria-label={label} className={styles['list'] ?? ''}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles['tab'] ?? ''}>
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
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles['panel'] ?? ''}>
          {tab.content}
        </TabPanel>
      ))}
    </RacTabs>
  )
}

/** So much of the next one is seen as well, in pixels: it can be pressed in its turn. */
const PEEK = 64

/** Scrolls a row sideways, and nothing else, until the element is seen. */
function showWithin(row: Element, element: Element): void {
  const [seen, place] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  const peek = Math.min(PEEK, Math.max(0, (seen.width - place.width) / 2))
  if (place.left - peek < seen.left) row.scrollLeft -= seen.left - place.left + peek
  else if (place.right + peek > seen.right) row.scrollLeft += place.right - seen.right + peek
}
