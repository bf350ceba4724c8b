import {
  Check,
  ClockArrowUp,
  CloudCheck,
  CloudOff,
  HardDriveDownload,
  LaptopMinimalCheck,
  LoaderCircle,
  LockKeyhole,
  PackageOpen,
  TriangleAlert,
} from 'lucide-react'
import { memo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ConnectionState, ServerProblem } from '../../../shared/ipc.ts'
import { countQueued } from '../../../shared/sync/unsent.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useLoginInPlace } from '../../data/account-context.tsx'
import { useConnection, useOutboxCounts, useUpdates } from '../../data/queries.ts'
import { usePrefetch } from '../../data/prefetch.ts'
import { prefetchWords } from '../../data/prefetch-words.ts'
import { SignOutDialog } from '../../screens/settings/sign-out-dialog.tsx'
import { useStoreTrouble } from '../../data/store-errors.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useShownStatusDetail } from '../../ui/status-detail/status-detail.ts'
import { sendingWords } from './status-words.ts'
import styles from './status-bar.module.css'
import { useWaitingEdits } from '../../data/outbox.ts'

/**
 * The status bar: connection, unsent edits, last contact with the server. The first two are announced (SY16).
 */
export const StatusBar = memo(function StatusBar() {
  const { t } = useT()
  const connection = useConnection()
  const detail = useShownStatusDetail()
  const offline = connection?.status === 'offline'
  return (
    <footer
      className={cx(
        styles['bar'],
        offline && styles['offline'],
        connection?.status === 'signed-out' && styles['signed-out'],
      )}
    >
      <div role="status" aria-live="polite" className={styles['live']}>
        <Connection connection={connection} />
        {!offline && connection?.status !== 'signed-out' && <Sending />}
      </div>
      <Fetching />
      <NewerVersion />
      <span className={styles['gap']} />
      {detail !== null && <span className={cx(styles['part'], styles['wide'])}>{detail}</span>}
      {connection !== undefined && (
        <button
          type="button"
          className={styles['part']}
          title={t('galley:app.nav.checkNow')}
          onClick={checkNow}
        >
          <Contact connection={connection} />
        </button>
      )}
    </footer>
  )
})

/** The link to install a newer version of the program. */
function NewerVersion() {
  const { t } = useT()
  const updates = useUpdates()
  if (updates?.status !== 'available') return null
  const { version, isNeeded } = updates
  return (
    <Link className={styles['part']} to={`${adminRoutes.account()}#setting-about`}>
      <Icon icon={isNeeded ? TriangleAlert : PackageOpen} size="small" />
      {t(isNeeded ? 'galley:update.shortNeeded' : 'galley:update.short', { version })}
    </Link>
  )
}

function Connection({ connection }: { connection: ConnectionState | undefined }) {
  const { t, formatTime } = useT()
  const login = useLoginInPlace()
  const waiting = useWaitingEdits()
  switch (connection?.status) {
    case 'online':
      return (
        <span className={styles['part']}>
          <Icon icon={CloudCheck} size="small" />
          {t('galley:app.status.online')}
        </span>
      )
    case 'offline':
      if (connection.problem?.code === 'other-site') return <OtherSite />
      return (
        <span className={styles['part']}>
          <Icon icon={CloudOff} size="small" />
          <b>{t('galley:app.status.offline')}</b>
          <OfflineReason problem={connection.problem} />
          <span className={styles['help']}>
            {t('galley:app.status.offlineSince', { time: formatTime(connection.since) })}
          </span>
        </span>
      )
    case 'signed-out':
      return (
        <span className={styles['part']}>
          <Icon icon={LockKeyhole} size="small" />
          <span>
            {waiting === 0
              ? t('galley:app.status.signedOut')
              : t('galley:app.status.signedOutWaiting', { count: waiting })}
          </span>
          <button type="button" className={styles['login']} onClick={login.open}>
            {t('authentication:login')}
          </button>
        </span>
      )
    default:
      return (
        <span className={styles['part']}>
          <Icon icon={LoaderCircle} size="small" />
          {t('galley:app.status.checking')}
        </span>
      )
  }
}

/** Problems with a short text of their own; the others read as no connection. */
const REASONS: ReadonlySet<ServerProblem['code']> = new Set([
  'proxy',
  'proxy-refused',
  'proxy-login',
  'proxy-script',
  'certificate-date',
  'certificate-name',
  'certificate-issuer',
  'tls',
  'portal',
])

function OfflineReason({ problem }: { problem: ServerProblem | null }) {
  const { t } = useT()
  if (problem === null || !REASONS.has(problem.code)) return null
  return (
    <>
      <span>{t(`galley:app.status.reason.${problem.code}`)}</span>
      {problem.code === 'proxy-login' && (
        <button
          type="button"
          className={styles['login']}
          onClick={() => void galley.call('proxies.askAgain', undefined).catch(console.error)}
        >
          {t('galley:app.proxyLogin.title')}
        </button>
      )}
    </>
  )
}

/** The notice that another CMS answers. Work goes on as offline; the person accepts that site or signs out (U41). */
function OtherSite() {
  const { t } = useT()
  const toast = useToast()
  const [asking, setAsking] = useState<'log-out' | 'same-site' | null>(null)
  const close = () => setAsking(null)
  const accept = () => {
    close()
    galley
      .call('connection.acceptSite', undefined)
      .catch((error: unknown) => toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })))
  }
  return (
    <span className={styles['part']}>
      <Icon icon={TriangleAlert} size="small" />
      <b>{t('galley:app.status.otherSite')}</b>
      <span className={styles['help']}>{t('galley:app.status.otherSiteHelp')}</span>
      <button type="button" className={styles['login']} onClick={checkNow}>
        {t('galley:app.connect.again')}
      </button>
      <button type="button" className={styles['login']} onClick={() => setAsking('same-site')}>
        {t('galley:app.status.sameSite')}
      </button>
      <button type="button" className={styles['login']} onClick={() => setAsking('log-out')}>
        {t('authentication:logOut')}
      </button>
      {asking === 'log-out' && <SignOutDialog onClose={close} />}
      {asking === 'same-site' && (
        <ConfirmDialog
          title={t('galley:app.status.sameSiteTitle')}
          body={
            <>
              <p>{t('galley:app.status.sameSiteWhy')}</p>
              <p>{t('galley:app.status.sameSiteBody')}</p>
            </>
          }
          confirmLabel={t('galley:app.status.sameSiteConfirm')}
          danger
          onConfirm={accept}
          onCancel={close}
        />
      )}
    </span>
  )
}

function checkNow(): void {
  galley.call('connection.check', undefined).catch(console.error)
}

function Sending() {
  const words = useT()
  const { t } = words
  const navigate = useNavigate()
  const counts = useOutboxCounts()
  const trouble = useStoreTrouble()
  // Edits that could not be written are not counted, so "Everything sent" would be false.
  if (counts === undefined || trouble !== null) return null
  const queued = countQueued(counts) > 0
  const icon = queued
    ? ClockArrowUp
    : counts.differs > 0
      ? TriangleAlert
      : counts.onThisComputer + counts.forms > 0
        ? LaptopMinimalCheck
        : Check
  return (
    <button
      type="button"
      className={cx(styles['part'], styles['wide'])}
      title={t('galley:app.dashboard.openOutbox')}
      onClick={() => void navigate(adminRoutes.outbox())}
    >
      <Icon icon={icon} size="small" />
      {sendingWords(counts, words)}
    </button>
  )
}

/** The progress of the prefetch; quiet, and not announced for each document. */
function Fetching() {
  const words = useT()
  const prefetch = usePrefetch()
  if (prefetch === null || (prefetch.phase !== 'fetching' && prefetch.phase !== 'full')) return null
  return (
    <span className={cx(styles['part'], styles['wide'])}>
      <Icon icon={HardDriveDownload} size="small" />
      {prefetchWords(prefetch, words)}
    </span>
  )
}

function Contact({ connection }: { connection: ConnectionState }) {
  const { t, formatTime } = useT()
  if (connection.lastContact === null) return t('galley:app.status.neverContacted')
  const key = connection.status === 'online' ? 'checked' : 'lastContact'
  return t(`galley:app.status.${key}`, { time: formatTime(connection.lastContact) })
}
