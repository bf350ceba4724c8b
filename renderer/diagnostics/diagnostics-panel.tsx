import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, CircleDashed, Minus, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import {
  reportText,
  type ComputerFacts,
  type ConnectionStep,
  type StoreCheck,
} from '../../shared/diagnostics.ts'
import type { CallOutput } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useExportRefusal } from '../data/policy.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useBootstrap, useConnection } from '../data/queries.ts'
import { useT } from '../i18n/use-t.ts'
import { ServerProblemText } from '../sign-in/server-problem-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Skeleton } from '../ui/skeleton/skeleton.tsx'
import { useToast } from '../ui/toast/toast-queue.ts'
import styles from './diagnostics-panel.module.css'

type Connection = CallOutput<'diagnostics.connect'>

/** The facts for finding a fault. `url`: the server to examine; null: that of the open account. */
export function DiagnosticsPanel({ url }: { url: string | null }) {
  const { t } = useT()
  const { account } = useBootstrap()
  const { status, problem } = useConnection() ?? { status: 'checking', problem: null }
  const server = url ?? account?.server.url ?? ''
  const computer = useQuery({
    queryKey: ['diagnostics', 'computer'],
    queryFn: () => galley.call('diagnostics.read', undefined),
    gcTime: 0,
  })
  const way = useQuery({
    // Asked again when the state of the connection changes.
    queryKey: ['diagnostics', 'connection', url, status, problem?.code],
    queryFn: () => galley.call('diagnostics.connect', { url }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const [storeCheck, setStoreCheck] = useState<StoreCheck | 'checking'>('not-checked')
  const again = () => {
    // A person who refused the proxy log-in may want it now.
    void galley.call('proxies.askAgain', undefined).catch(console.error)
    void way.refetch()
    void computer.refetch()
  }
  const facts = computer.data
  return (
    <div className={styles['panel']}>
      <ConnectionSection connection={way.data} isBusy={way.isFetching} url={server} onAgain={again} />
      {facts === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <StoreSection
            store={facts.store}
            check={storeCheck}
            onCheck={() => {
              setStoreCheck('checking')
              galley
                .call('diagnostics.checkStore', undefined)
                .then(setStoreCheck, () => setStoreCheck('not-checked'))
            }}
          />
          <Facts facts={facts} />
          <LogSection log={facts.log} />
          {way.data !== undefined && (
            <ReportSection
              facts={facts}
              connection={way.data}
              storeCheck={storeCheck === 'checking' ? 'not-checked' : storeCheck}
            />
          )}
        </>
      )}
      {computer.isError && <p role="alert">{callReason(computer.error, t)}</p>}
    </div>
  )
}

const STATES: { [State in ConnectionStep['state']]: LucideIcon } = {
  ok: Check,
  failed: CircleAlert,
  'not-reached': CircleDashed,
  unneeded: Minus,
}

type ConnectionSectionProps = {
  connection: Connection | undefined
  isBusy: boolean
  url: string
  onAgain: () => void
}

function ConnectionSection({ connection, isBusy, url, onAgain }: ConnectionSectionProps) {
  const { t, formatMoment } = useT()
  const host = connection?.host ?? ''
  const detailOf = ({ step, state, detail }: ConnectionStep): string => {
    if (state !== 'ok' || detail === '') return ''
    if (step === 'proxy' && detail === 'DIRECT') return t('galley:diagnostics.noProxy')
    if (step === 'session') return t('galley:diagnostics.until', { time: formatMoment(detail) })
    return detail
  }
  return (
    <Section
      title={
        host === '' ? t('galley:diagnostics.connection') : t('galley:diagnostics.connectionTo', { host })
      }
    >
      {connection === undefined ? (
        <Skeleton lines={7} />
      ) : (
        <ol className={styles['steps']} aria-busy={isBusy}>
          {connection.steps.map((one) => (
            <li key={one.step} className={cx(styles[one.state])}>
              <Icon icon={STATES[one.state]} size="small" />
              <span>{t(`galley:diagnostics.step.${one.step}`)}</span>
              <span className={styles['state']}>{t(`galley:diagnostics.state.${one.state}`)}</span>
              <span className={styles['detail']}>
                <bdi>{detailOf(one)}</bdi>
              </span>
            </li>
          ))}
        </ol>
      )}
      {connection !== undefined && connection.problem !== null && !isBusy && (
        <ServerProblemText problem={connection.problem} url={url} />
      )}
      <div className={styles['actions']}>
        <Button onPress={onAgain} busyLabel={isBusy ? t('galley:app.status.checking') : null}>
          {t('galley:app.connect.again')}
        </Button>
      </div>
    </Section>
  )
}

type StoreSectionProps = {
  store: ComputerFacts['store']
  check: StoreCheck | 'checking'
  onCheck: () => void
}

function StoreSection({ store, check, onCheck }: StoreSectionProps) {
  const { t, formatSize, formatNumber } = useT()
  return (
    <Section title={t('galley:diagnostics.store')}>
      {store === null ? (
        <p>{t('galley:diagnostics.noStore')}</p>
      ) : (
        <>
          <List
            rows={[
              [t('galley:diagnostics.size'), formatSize(store.bytes)],
              [t('galley:diagnostics.kept'), formatNumber(store.keptDocuments)],
              [t('galley:diagnostics.unsent'), formatNumber(store.unsentEntries)],
              [t('galley:diagnostics.conflicts'), formatNumber(store.conflicts)],
              [
                t('galley:diagnostics.schema'),
                store.schemaVersion === null ? '–' : String(store.schemaVersion),
              ],
            ]}
          />
          <div className={styles['actions']}>
            <Button
              onPress={onCheck}
              busyLabel={check === 'checking' ? t('galley:diagnostics.checkingStore') : null}
            >
              {t('galley:diagnostics.checkStore')}
            </Button>
            <span role="status">
              {(check === 'sound' || check === 'damaged') && t(`galley:diagnostics.check.${check}`)}
            </span>
          </div>
        </>
      )}
    </Section>
  )
}

function Facts({ facts }: { facts: ComputerFacts }) {
  const { t, formatSize, formatMoment } = useT()
  const { versions, folders, crashes, policy } = facts
  const crashWords =
    crashes.newest === null
      ? t('galley:diagnostics.noCrashes')
      : t('galley:diagnostics.crashes', { count: crashes.count, date: formatMoment(crashes.newest) })
  return (
    <>
      <Section title={t('galley:diagnostics.versions')}>
        <List
          rows={[
            ['Galley', versions.galley],
            ['Electron', versions.electron],
            ['Chromium', versions.chromium],
            ['Node', versions.node],
            [t('galley:diagnostics.system'), versions.system],
          ]}
        />
      </Section>
      <Section title={t('galley:diagnostics.space')}>
        <List
          rows={(['all', 'accounts', 'logs', 'crashes'] as const).map((name) => [
            t(`galley:diagnostics.folder.${name}`),
            formatSize(folders[name]),
          ])}
        />
        <p>{crashWords}</p>
      </Section>
      {policy.length > 0 && (
        <Section title={t('galley:diagnostics.policy')}>
          <List
            rows={policy.map(({ key, value, source, problem }) => [
              key,
              [value, source, problem].filter((part) => part !== null && part !== '').join(' · '),
            ])}
          />
        </Section>
      )}
    </>
  )
}

function LogSection({ log }: { log: ComputerFacts['log'] }) {
  const { t } = useT()
  return (
    <Section title={t('galley:diagnostics.log')}>
      <div className={styles['actions']}>
        <bdi className={styles['path']}>{log.folder}</bdi>
        <Button onPress={() => void galley.call('diagnostics.showLog', undefined).catch(console.error)}>
          {t('galley:diagnostics.showLog')}
        </Button>
      </div>
      {log.lines.length === 0 ? (
        <p>{t('galley:diagnostics.noLog')}</p>
      ) : (
        <Text label={t('galley:diagnostics.logLines')} text={log.lines.slice(-20).join('\n')} />
      )}
    </Section>
  )
}

type ReportSectionProps = { facts: ComputerFacts; connection: Connection; storeCheck: StoreCheck }

/** The report, shown whole before it is saved. */
function ReportSection({ facts, connection, storeCheck }: ReportSectionProps) {
  const { t } = useT()
  const toast = useToast()
  const [text, setText] = useState<string | null>(null)
  const refusal = useExportRefusal()
  const save = async (report: string) => {
    try {
      const name = t('galley:diagnostics.fileName')
      const result = await galley.call('app.saveJson', { name, text: report })
      if (result.outcome === 'failed')
        toast.error(t('galley:diagnostics.notSaved', { reason: result.message }))
      if (result.outcome !== 'saved') return
      setText(null)
      toast.success(t('galley:diagnostics.saved', { path: result.path }))
    } catch (error) {
      toast.error(t('galley:diagnostics.notSaved', { reason: callReason(error, t) }))
    }
  }
  return (
    <Section title={t('galley:diagnostics.report')}>
      <p>{t('galley:diagnostics.reportHolds')}</p>
      <p>{t('galley:diagnostics.reportHoldsNot')}</p>
      {text === null ? (
        <div className={styles['actions']}>
          <Button
            variant="primary"
            onPress={() => setText(reportText({ facts, connection, storeCheck, at: new Date() }))}
          >
            {t('galley:diagnostics.makeReport')}
          </Button>
        </div>
      ) : (
        <>
          <Text label={t('galley:diagnostics.reportText')} text={text} isTall />
          <div className={styles['actions']}>
            <Button variant="primary" disabledReason={refusal} onPress={() => void save(text)}>
              {t('galley:diagnostics.save')}
            </Button>
            <Button onPress={() => setText(null)}>{t('general:cancel')}</Button>
          </div>
        </>
      )}
    </Section>
  )
}

/** A text of the program itself: left to right, and scrollable by the keyboard. */
function Text({ label, text, isTall = false }: { label: string; text: string; isTall?: boolean }) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by the arrow keys
      tabIndex={0}
      dir="ltr"
      className={cx(styles['text'], isTall && styles['tall'])}
    >
      <pre>{text}</pre>
    </div>
  )
}

function List({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
