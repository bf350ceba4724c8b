import { ClockArrowUp, Ellipsis, HardDrive, Plus } from 'lucide-react'
import { useState } from 'react'
import type { LocalAccount, ServerInfo } from '../../../shared/ipc.ts'
import { ServerName } from '../../ui/server-name/server-name.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { usePolicy, usePolicyProblems } from '../../data/policy.ts'
import { useLocalData } from '../../data/queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { LocalDataList } from '../../local-data/local-data-list.tsx'
import { RemoveDialog } from '../../local-data/remove-dialog.tsx'
import { hostOfServerId, waitingEdits } from '../../local-data/local-accounts.ts'
import { useLocalActions } from '../../local-data/use-local-actions.ts'
import styles from './server-list.module.css'

type ServerListProps = {
  servers: ServerInfo[]
  /** An address that is not in the list yet: given at the start, or just typed. */
  guest: { name: string; url: string } | null
  /** Id of the selected server, null: a new one. */
  selected: string | null
  onSelect: (id: string | null) => void
  onRemove: (id: string) => Promise<void>
}

/** The dialog opened from a row's menu. */
type ServerQuestion = { what: 'look' | 'documents' | 'server'; id: string; name: string }

/**
 * The servers of this computer, each with its number of waiting edits, and local data of servers that were removed.
 */
export function ServerList({ servers, guest, selected, onSelect, onRemove }: ServerListProps) {
  const { t } = useT()
  const local = useLocalData()
  const { serverIds } = usePolicy()
  const [asked, setAsked] = useState<ServerQuestion | null>(null)
  const here = (id: string) => (local ?? []).filter(({ serverId }) => serverId === id)
  const waitingOf = ({ id, waiting }: ServerInfo) =>
    local === undefined ? (waiting ?? 0) : here(id).reduce((sum, account) => sum + waitingEdits(account), 0)
  const orphans = [...new Set((local ?? []).map(({ serverId }) => serverId))].filter(
    (id) => !servers.some((server) => server.id === id),
  )
  const menu = (id: string, name: string, isKnown: boolean) => (
    <ServerMenu
      name={name}
      hasData={here(id).length > 0}
      isKnown={isKnown}
      onAsk={(what) => setAsked({ what, id, name })}
    />
  )
  return (
    <nav aria-labelledby="servers-heading">
      <h2 id="servers-heading" className={styles['heading']}>
        {t('galley:app.connect.servers')}
      </h2>
      <ul className={styles['list']}>
        {servers.map((server) => (
          <li key={server.id} className={styles['item']}>
            <ServerButton
              server={server}
              waiting={waitingOf(server)}
              isSelected={server.id === selected}
              onSelect={() => onSelect(server.id)}
            />
            {menu(server.id, server.name, !serverIds.includes(server.id))}
          </li>
        ))}
        {guest !== null && (
          <li className={styles['item']}>
            <div aria-current="true" className={cx(styles['server'], styles['selected'])}>
              <ServerName name={guest.name} url={guest.url} />
            </div>
          </li>
        )}
        <NewServer isSelected={selected === null && guest === null} onSelect={() => onSelect(null)} />
      </ul>
      {orphans.length > 0 && (
        <>
          <h3 className={styles['heading']}>{t('galley:local.row.orphans')}</h3>
          <ul className={styles['list']}>
            {orphans.map((id) => (
              <li key={id} className={styles['item']}>
                <div className={styles['server']}>
                  <bdi dir="ltr">{hostOfServerId(id)}</bdi>
                </div>
                {menu(id, hostOfServerId(id), false)}
              </li>
            ))}
          </ul>
        </>
      )}
      {asked !== null && (
        <ServerDialog
          asked={asked}
          accounts={here(asked.id)}
          onRemove={onRemove}
          onClose={() => setAsked(null)}
        />
      )}
    </nav>
  )
}

type ServerButtonProps = {
  server: ServerInfo
  /** Number of edits that wait for this server. */
  waiting: number
  isSelected: boolean
  onSelect: () => void
}

function ServerButton({ server, waiting, isSelected, onSelect }: ServerButtonProps) {
  const { t } = useT()
  const { serverIds, serverColors } = usePolicy()
  return (
    <button
      type="button"
      className={cx(styles['server'], isSelected && styles['selected'])}
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
    >
      <ServerName name={server.name} url={server.url} color={serverColors[server.id]}>
        {waiting > 0 && (
          <small className={styles['waiting']}>
            <Icon icon={ClockArrowUp} size="small" />
            {t('galley:app.connect.waiting', { count: waiting })}
          </small>
        )}
        {serverIds.includes(server.id) && <small>{t('galley:policy.managed')}</small>}
      </ServerName>
    </button>
  )
}

type ServerMenuProps = {
  name: string
  /** True if this computer has data of the server. */
  hasData: boolean
  /** True if the server can be removed from the list. */
  isKnown: boolean
  onAsk: (what: ServerQuestion['what']) => void
}

/** The menu of a server: its local data, and its removal. */
function ServerMenu({ name, hasData, isKnown, onAsk }: ServerMenuProps) {
  const { t } = useT()
  const disabledReason = hasData ? null : t('galley:local.row.nothing')
  const item = (what: ServerQuestion['what'], label: string) => ({
    id: what,
    label,
    onAction: () => onAsk(what),
  })
  return (
    <MenuButton
      size="row"
      icon={Ellipsis}
      className={styles['remove'] ?? ''}
      label={t('galley:local.row.menu', { name })}
      items={[
        { ...item('look', t('galley:local.row.look')), icon: HardDrive, disabledReason },
        { ...item('documents', t('galley:local.remove.button')), danger: true, disabledReason },
        ...(isKnown ? [{ ...item('server', t('galley:local.row.forget')), danger: true }] : []),
      ]}
    />
  )
}

/** The list item that adds a server, or says that a policy names all of them. */
function NewServer({ isSelected, onSelect }: { isSelected: boolean; onSelect: () => void }) {
  const { t } = useT()
  const { onlyTheseServers } = usePolicy()
  const problems = usePolicyProblems()
  return (
    <>
      <li>
        <button
          type="button"
          className={cx(styles['add'], isSelected && styles['selected'])}
          aria-current={isSelected ? 'true' : undefined}
          disabled={onlyTheseServers}
          aria-describedby={onlyTheseServers ? 'servers-managed' : undefined}
          onClick={onSelect}
        >
          <Icon icon={Plus} />
          {t('galley:app.connect.add')}
        </button>
        {onlyTheseServers && (
          <p id="servers-managed" className={styles['managed']}>
            {t('galley:policy.noServer')}
          </p>
        )}
      </li>
      {/* Before the log-in nothing else explains why there is no server to choose. */}
      {onlyTheseServers && problems.length > 0 && (
        <li className={styles['managed']}>
          {problems.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <p>{t('galley:policy.tell')}</p>
        </li>
      )}
    </>
  )
}

type ServerDialogProps = Pick<ServerListProps, 'onRemove'> & {
  asked: ServerQuestion
  /** Data of the server on this computer. */
  accounts: LocalAccount[]
  onClose: () => void
}

/** The dialog with a server's local data, or the question before that data or the server is removed. */
function ServerDialog({ asked, accounts, onRemove, onClose }: ServerDialogProps) {
  const { t } = useT()
  const { remove } = useLocalActions()
  const { what, id, name } = asked
  if (what === 'look')
    return (
      <Dialog
        title={t('galley:local.row.lookTitle', { name })}
        onClose={onClose}
        actions={
          <Button variant="primary" onPress={onClose}>
            {t('general:close')}
          </Button>
        }
      >
        <LocalDataList accounts={accounts} nameOf={() => name} />
      </Dialog>
    )
  if (what === 'documents')
    return (
      <RemoveDialog
        title={t('galley:local.remove.title', { name })}
        accounts={accounts}
        onRemove={() => remove({ serverId: id, account: null, file: null })}
        onClose={onClose}
      />
    )
  return (
    <RemoveDialog
      title={t('galley:app.connect.forgetTitle', { name })}
      accounts={accounts}
      onRemove={() => onRemove(id)}
      onClose={onClose}
    />
  )
}
