import { CircleAlert } from 'lucide-react'
import type { ServerProblem } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { hostOf } from '../ui/server-name/server-square.tsx'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { CodeLine } from './code-line.tsx'
import styles from './server-problem-text.module.css'
import { statusWords } from '../data/failure-reasons.ts'
import type { Translate } from '../i18n/translator.ts'

const INSTALL = 'npm install @galley/server'
const CONFIG = ["import { galley } from '@galley/server'", 'plugins: [galley()],']

/** Problems about which the browser shows more, or lets a person act. */
const IN_BROWSER: ReadonlySet<ServerProblem['code']> = new Set([
  'portal',
  'not-a-cms',
  'tls',
  'certificate-date',
  'certificate-name',
  'certificate-issuer',
])

type ServerProblemTextProps = {
  problem: ServerProblem
  url: string
  /** Offers a retry; absent if a button beside it does. */
  onAgain?: () => void
  /** Offers to continue without encryption, if that is the problem. */
  onAccept?: (plainHttp: string) => void
  /** True if the server is asked again automatically. */
  asksAgain?: boolean
  id?: string
}

/** The reason that a server cannot be used, and the next steps, for each problem code. */
export function ServerProblemText({
  problem,
  url,
  onAgain,
  onAccept,
  asksAgain = false,
  id,
}: ServerProblemTextProps) {
  const { t } = useT()
  const detail = problemDetail(problem, t)
  // The address that was found may have another host than the typed one.
  const isPlainHttp = problem.code === 'plain-http'
  const host = hostOf(isPlainHttp ? problem.detail : url)
  const open = () => void galley.call('app.openExternal', { url }).catch(console.error)
  const browser = IN_BROWSER.has(problem.code)
  return (
    <div className={styles['problem']} role="alert" id={id}>
      <p className={styles['what']}>
        <Icon icon={CircleAlert} size="small" />
        <span>{t(`galley:app.connect.problem.${problem.code}`, { host })}</span>
      </p>
      {problem.code === 'no-plugin' && (
        <>
          <p>{t('galley:app.connect.pluginInstall')}</p>
          <CodeLine text={INSTALL} />
          <p>{t('galley:app.connect.pluginConfig')}</p>
          {CONFIG.map((line) => (
            <CodeLine key={line} text={line} />
          ))}
        </>
      )}
      {isPlainHttp && <p>{t('galley:app.connect.plainHttpAsk')}</p>}
      {detail !== '' && !isPlainHttp && (
        <p className={styles['detail']}>{t('galley:app.connect.detail', { detail })}</p>
      )}
      {asksAgain && <p className={styles['detail']}>{t('galley:local.asksAgain')}</p>}
      {(onAgain !== undefined || browser || (isPlainHttp && onAccept !== undefined)) && (
        <div className={styles['actions']}>
          {onAgain !== undefined && (
            <Button size="header" onPress={onAgain}>
              {t('galley:app.connect.again')}
            </Button>
          )}
          {isPlainHttp && onAccept !== undefined && (
            <Button size="header" variant="danger-quiet" onPress={() => onAccept(problem.detail)}>
              {t('galley:app.connect.acceptPlainHttp')}
            </Button>
          )}
          {browser && (
            <Button size="header" variant="quiet" onPress={open}>
              {t('galley:app.connect.openInBrowser')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Names of network errors by cause, Chromium's and Node's. */
const KINDS = {
  refused: /CONNECTION_REFUSED|ECONNREFUSED/,
  name: /NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ENOTFOUND|EAI_AGAIN/,
  offline: /INTERNET_DISCONNECTED|NETWORK_CHANGED|ENETDOWN|ENETUNREACH/,
  timeout: /TIMED_OUT|ETIMEDOUT|TIMEOUT|^timeout$/,
  unreachable: /ADDRESS_UNREACHABLE|ADDRESS_INVALID|EHOSTUNREACH|EADDRNOTAVAIL/,
  broken: /CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|EMPTY_RESPONSE|ECONNRESET|EPIPE|^truncated$/,
} as const
type Kind = keyof typeof KINDS

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name)
}

/** Returns the detail of a problem as text; '' if it means nothing to a person (U5). */
function problemDetail({ detail }: ServerProblem, t: Translate): string {
  const status = statusWords(detail, t)
  if (status !== null) return status
  const kind = Object.keys(KINDS).find((name) => isKind(name) && KINDS[name].test(detail))
  return kind !== undefined && isKind(kind) ? t(`galley:local.detail.${kind}`) : ''
}
