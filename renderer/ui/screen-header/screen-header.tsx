import { ExternalLink } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { Pill } from '../pill/pill.tsx'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import { MAIN_HEADING_ID } from '../focus/focus-place.ts'
import { usePageTitle } from './use-page-title.ts'
import styles from './screen-header.module.css'

export type Crumb = { label: string; to?: string }
export type DocumentTab = {
  label: string
  to: string
  /** Null: not known yet; space is reserved for it. */
  count?: number | null
  /**
   * exact: this page, not a link (S2.16); within: marked, still a link; null: another page; elsewhere: `to` is an
   * address of the site, for the browser.
   */
  current: 'exact' | 'within' | 'elsewhere' | null
}

export type ScreenHeaderProps = {
  /** Links in front of the title. */
  crumbs?: Crumb[]
  title: string
  titleTo?: string
  /** Crumbs behind the title, in ordinary size; the last one is this page. Without them the title is. */
  trail?: Crumb[]
  /** span: a quiet title, for screens with a larger heading of their own. */
  titleAs?: 'h1' | 'span'
  /** Direction of a document's title. */
  titleDir?: 'ltr' | 'rtl' | 'auto'
  pill?: ReactNode
  /** Quiet text after the title: a count. */
  note?: ReactNode
  actions?: ReactNode
  tabs?: DocumentTab[]
  /** Accessible name of the tabs. */
  tabsLabel?: string
  /** State of the document's edits, at the end of the title's line. */
  meta?: ReactNode
}

const NO_CRUMBS: Crumb[] = []

/**
 * The head of a screen: breadcrumb with the h1, which is never cut, and actions; documents have the actions in a
 * second line behind tabs.
 */
export const ScreenHeader = memo(function ScreenHeader(props: ScreenHeaderProps) {
  const { t } = useT()
  usePageTitle(props.title)
  const { crumbs = NO_CRUMBS, trail = NO_CRUMBS, titleAs = 'h1', tabs } = props
  const page = trail.at(-1)
  return (
    <header className={cx(styles['head'], tabs !== undefined && styles['document'])}>
      <nav aria-label={t('galley:app.breadcrumb')} className={styles['crumbs']}>
        <ol>
          <Crumbs crumbs={crumbs} />
          <li className={styles['last']}>
            {titleAs === 'h1' ? (
              <h1
                id={MAIN_HEADING_ID}
                tabIndex={-1}
                dir={props.titleDir}
                title={props.title}
                className={styles['title']}
              >
                {props.titleTo === undefined ? props.title : <Link to={props.titleTo}>{props.title}</Link>}
              </h1>
            ) : (
              <span aria-current="page" className={styles['plain']}>
                {props.title}
              </span>
            )}
            {page !== undefined && <Slash />}
          </li>
          <Crumbs crumbs={trail.slice(0, -1)} />
          {page !== undefined && (
            <li className={styles['crumb']}>
              <span aria-current="page">{page.label}</span>
            </li>
          )}
        </ol>
        {props.pill}
        {props.note !== undefined && <span className={styles['note']}>{props.note}</span>}
      </nav>
      {props.meta !== undefined && <div className={styles['meta']}>{props.meta}</div>}
      {tabs !== undefined && <TabLinks tabs={tabs} label={props.tabsLabel} />}
      {props.actions !== undefined && <div className={styles['actions']}>{props.actions}</div>}
    </header>
  )
})

/** Memoized: while a title is typed, only the title is redrawn. */
const Crumbs = memo(function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return crumbs.map((crumb, index) => (
    <li key={`${index}-${crumb.label}`} className={styles['crumb']}>
      {crumb.to === undefined ? <span>{crumb.label}</span> : <Link to={crumb.to}>{crumb.label}</Link>}
      <Slash />
    </li>
  ))
})

function Slash() {
  return (
    <span aria-hidden="true" className={styles['slash']}>
      /
    </span>
  )
}

const TabLinks = memo(function TabLinks({ tabs, label }: { tabs: DocumentTab[]; label: string | undefined }) {
  const { t } = useT()
  return (
    <nav aria-label={label ?? t('galley:app.documentTabs')} className={styles['tabs']}>
      {tabs.map((tab, index) => {
        const content = (
          <>
            <span className={styles['tab-label']} data-label={tab.label}>
              <bdi title={tab.label}>{tab.label}</bdi>
            </span>
            {tab.count !== undefined && (
              <span className={styles['count']}>{Boolean(tab.count) && <Pill>{tab.count}</Pill>}</span>
            )}
          </>
        )
        // Several tabs of a site may have one address.
        const key = `${index} ${tab.to}`
        if (tab.current === 'elsewhere') return <SiteTab key={key} {...tab} />
        return tab.current === 'exact' ? (
          <span key={key} aria-current="page" className={cx(styles['tab'], styles['current'])}>
            {content}
          </span>
        ) : (
          <Link
            key={key}
            to={tab.to}
            {...(tab.current === 'within' && { 'aria-current': 'true' })}
            className={cx(styles['tab'], tab.current === 'within' && styles['current'])}
          >
            {content}
          </Link>
        )
      })}
    </nav>
  )
})

/** A tab of the site's own, which only its admin panel can show. */
function SiteTab({ label, to }: DocumentTab) {
  const { t } = useT()
  return (
    <a
      {...tooltipProps(t('galley:app.siteTab'))}
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className={styles['tab']}
    >
      <span className={styles['tab-label']} data-label={label}>
        <bdi title={label}>{label}</bdi>
      </span>
      <Icon icon={ExternalLink} size="small" />
      <VisuallyHidden>{`, ${t('galley:app.inBrowser')}`}</VisuallyHidden>
    </a>
  )
}
