import { Check, TriangleAlert } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { isPlainHttp, withoutSlashes } from '../../../shared/cms/addresses.ts'
import type { ProbeResult } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { usePolicy } from '../../data/policy.ts'
import { DiagnosticsPanel } from '../../diagnostics/diagnostics-panel.tsx'
import { queryKeys, useBootstrap } from '../../data/queries.ts'
import titleBarStyles from './plain-title-bar.module.css'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { usePageTitle } from '../../ui/screen-header/use-page-title.ts'
import { MAIN_HEADING_ID } from '../../ui/focus/focus-place.ts'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { SignIn } from '../../sign-in/sign-in.tsx'
import styles from './connect-screen.module.css'
import { ServerList } from './server-list.tsx'
import { ServerProblemText } from '../../sign-in/server-problem-text.tsx'
import { isPassing, useProbe } from '../../sign-in/use-probe.ts'

/** The screen before the log-in: server, its check, and the log-in. */
export function ConnectScreen() {
  const { t } = useT()
  const { servers, demoLogin, version } = useBootstrap()
  const choice = useServerChoice()
  const { selected, url, presetServer } = choice
  const probe = useProbe(url, choice.isEditing)
  const probed = probe.result?.outcome === 'ok' ? probe.result : null
  const known = servers.find((server) => server.id === selected) ?? null
  const name = probed?.name ?? known?.name ?? null
  const title = name === null ? t('galley:app.connect.title') : t('galley:app.login.title', { name })
  usePageTitle(title)

  const guest = selected === null && probed !== null ? { name: probed.name, url: probed.url } : null
  const isPreset = url !== null && url === presetServer
  return (
    <div className={styles['window']}>
      <PlainTitleBar />
      <main className={styles['main']}>
        <div className={styles['columns']}>
          <div>
            <div className={styles['mark']}>
              <AppMark size={36} />
            </div>
            <ServerList
              servers={servers}
              guest={guest}
              selected={selected}
              onSelect={choice.select}
              onRemove={(id) => choice.remove(id).catch(console.error)}
            />
          </div>
          <div className={styles['form']}>
            <div>
              <h1 id={MAIN_HEADING_ID} tabIndex={-1} className={styles['title']}>
                {title}
              </h1>
              <p className={styles['intro']}>{t(introOf(name !== null, probe.result))}</p>
            </div>
            <AddressField
              key={`${selected ?? 'new'} ${url ?? ''}`}
              url={url}
              result={probe.result}
              asking={probe.asking}
              onEdit={choice.setEditing}
              onConnect={(typed) => {
                choice.setEditing(false)
                if (typed === url) probe.again()
                else choice.setUrl(typed)
              }}
              onAccept={probe.accept}
              onChange={choice.clear}
            />
            {probed !== null && (probed.auth.length > 0 || probed.browserLogin) && (
              <SignIn
                // Another server mounts another form, so that no password carries over.
                key={probed.url}
                url={probed.url}
                auth={probed.auth}
                firstUser={probed.firstUser}
                browserLogin={probed.browserLogin}
                identifier={(isPreset ? demoLogin?.identifier : null) ?? known?.lastIdentifier ?? ''}
                password={isPreset ? (demoLogin?.password ?? '') : ''}
                hint={isPreset && demoLogin !== null ? t('galley:app.login.demo') : null}
              />
            )}
            {probed !== null && probed.auth.length === 0 && !probed.browserLogin && (
              <p role="alert">{t('galley:app.connect.noAuth')}</p>
            )}
            {name !== null && <p className={styles['encryption']}>{t('galley:local.encryption')}</p>}
          </div>
        </div>
      </main>
      <StatusBar version={version} url={url} />
    </div>
  )
}

/** Holds the chosen server and its address; at first the preset one, else the first of the list. */
function useServerChoice() {
  const client = useQueryClient()
  const { servers, ...boot } = useBootstrap()
  const presetServer = boot.presetServer === null ? null : withoutSlashes(boot.presetServer)
  const preset = servers.find((server) => server.url === presetServer) ?? null
  const first = presetServer === null ? (servers[0] ?? null) : preset
  const [selected, setSelected] = useState(first?.id ?? null)
  const [url, setUrl] = useState(presetServer ?? first?.url ?? null)
  /** True while another address is being typed, which the previous one must not replace. */
  const [isEditing, setEditing] = useState(false)

  const select = (id: string | null) => {
    setEditing(false)
    setSelected(id)
    setUrl(servers.find((server) => server.id === id)?.url ?? null)
  }
  const remove = async (id: string) => {
    const left = await galley.call('servers.remove', { id })
    // First the local data: otherwise it would be shown as that of an unlisted server.
    await client.invalidateQueries({ queryKey: queryKeys.localData })
    await client.invalidateQueries({ queryKey: queryKeys.bootstrap })
    if (id !== selected) return
    setSelected(left[0]?.id ?? null)
    setUrl(left[0]?.url ?? null)
  }
  const clear = () => {
    setSelected(null)
    setUrl(null)
  }
  return { presetServer, selected, url, setUrl, isEditing, setEditing, select, remove, clear }
}

/** The bar with the version of Galley, and the button for the diagnosis of an address. */
function StatusBar({ version, url }: { version: string; url: string | null }) {
  const { t } = useT()
  const [isDiagnosing, setDiagnosing] = useState(false)
  return (
    <>
      <footer className={styles['status']}>
        <Button variant="quiet" size="row" onPress={() => setDiagnosing(true)}>
          {t('galley:diagnostics.trouble')}
        </Button>
        {t('galley:app.status.version', { version })}
      </footer>
      {isDiagnosing && (
        <Dialog
          title={t('galley:diagnostics.title')}
          size="wide"
          onClose={() => setDiagnosing(false)}
          actions={<Button onPress={() => setDiagnosing(false)}>{t('general:close')}</Button>}
        >
          <DiagnosticsPanel url={url} />
        </Dialog>
      )}
    </>
  )
}

/** Returns the text key of the introduction: no server named yet, server with a problem, or log-in. */
function introOf(isNamed: boolean, result: ProbeResult | null): string {
  if (!isNamed) return 'galley:app.connect.intro'
  return result?.outcome === 'problem' ? 'galley:local.needsServer' : 'galley:app.login.intro'
}

type AddressFieldProps = {
  url: string | null
  result: ProbeResult | null
  asking: boolean
  /** Called with true if the text is another address than the one asked. */
  onEdit: (isOther: boolean) => void
  onConnect: (typed: string) => void
  /** The person accepts this address without encryption. */
  onAccept: (plainHttp: string) => void
  onChange: () => void
}

/**
 * The address field, with the result of the check below it. Once the server answers, it is read-only until Change.
 */
function AddressField({ url, result, asking, onEdit, onConnect, onAccept, onChange }: AddressFieldProps) {
  const { t } = useT()
  const { onlyTheseServers } = usePolicy()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(url ?? '')
  const ok = result?.outcome === 'ok' ? result : null
  const problem = result?.outcome === 'problem' && !asking ? result.problem : null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() === '') input.current?.focus()
    else onConnect(typed.trim())
  }
  return (
    <form onSubmit={submit} noValidate className={styles['address']}>
      <FieldFrame
        label={t('galley:app.connect.address')}
        htmlFor="server-address"
        required
        description={ok === null && problem === null ? t('galley:app.connect.addressHint') : null}
      >
        <TextInput
          ref={input}
          id="server-address"
          type="text"
          value={ok?.url ?? typed}
          onChange={(text) => {
            setTyped(text)
            onEdit(text.trim() !== (url ?? ''))
          }}
          readOnly={ok !== null || onlyTheseServers}
          invalid={problem !== null}
          required
          dir="ltr"
          spellCheck={false}
          autoFocus={url === null}
          placeholder="https://"
          aria-describedby={problem === null ? 'server-address-description' : 'server-address-problem'}
          end={
            ok !== null ? (
              <Button
                variant="quiet"
                size="row"
                disabledReason={onlyTheseServers ? t('galley:policy.noServer') : null}
                onPress={onChange}
              >
                {t('galley:app.connect.change')}
              </Button>
            ) : undefined
          }
        />
      </FieldFrame>
      {ok !== null && <ServerFacts server={ok} />}
      {problem !== null && (
        <ServerProblemText
          id="server-address-problem"
          problem={problem}
          url={url ?? typed}
          onAccept={onAccept}
          asksAgain={isPassing(result)}
        />
      )}
      {ok === null && (
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="primary"
            size="large"
            busyLabel={asking ? t('galley:app.connect.connecting') : null}
          >
            {t(problem === null ? 'galley:app.connect.connect' : 'galley:app.connect.again')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** The facts that the check of a server found: its version, and how safe the connection is. */
function ServerFacts({ server }: { server: Extract<ProbeResult, { outcome: 'ok' }> }) {
  const { t } = useT()
  return (
    <div role="status">
      <ul className={styles['facts']}>
        <li className={styles['good']}>
          <Icon icon={Check} size="small" />
          {server.payloadVersion === null
            ? t('galley:app.connect.answers')
            : t('galley:app.connect.answersAs', { version: server.payloadVersion })}
        </li>
        <li className={server.idempotency ? styles['good'] : styles['fact']}>
          <Icon icon={server.idempotency ? Check : TriangleAlert} size="small" />
          {t(server.idempotency ? 'galley:app.connect.protected' : 'galley:app.connect.unprotected')}
        </li>
        {isPlainHttp(server.url) && (
          <li className={styles['bad']}>
            <Icon icon={TriangleAlert} size="small" />
            {t('galley:app.connect.plainHttp')}
          </li>
        )}
      </ul>
    </div>
  )
}

/** Galley's mark: a sheet with three lines and the bar in its margin. */
export function AppMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" role="img" aria-label="Galley">
      <rect width="36" height="36" rx="8" fill="var(--accent)" />
      <rect x="9" y="9" width="3" height="18" rx="1.5" fill="#fff" />
      <path
        d="M16 11.5h12M16 18h12M16 24.5h7"
        stroke="#fff"
        strokeOpacity=".78"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The title bar before anybody is signed in. */
function PlainTitleBar() {
  return (
    <header className={titleBarStyles['bar']}>
      <span className={titleBarStyles['name']}>Galley</span>
    </header>
  )
}
