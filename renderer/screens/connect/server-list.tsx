import { ClockArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ServerInfo } from '../../../shared/ipc.ts'
import { ServerName } from '../../ui/server-name/server-name.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import styles from './server-list.module.css'

type ServerListProps = {
  servers: ServerInfo[]
  /** An address that is shown but not known yet: given at the start, or just typed. */
  guest: { name: string; url: string } | null
  /** Id of the one that is shown beside the list, null: a new one. */
  selected: string | null
  onSelect: (id: string | null) => void
  onRemove: (id: string) => void
}

/** The servers this computer knows, with how many edits wait for each. */
export function ServerList({ servers, guest, selected, onSelect, onRemove }: ServerListProps) {
  const { t } = useT()
  const [removing, setRemoving] = useState<ServerInfo | null>(null)
  return (
    <nav aria-labelledby="servers-heading">
      <h2 id="servers-heading" className={styles['heading']}>
        {t('galley:app.connect.servers')}
      </h2>
      <ul className={styles['list']}>
        {servers.map((server) => (
          <li key={server.id} className={styles['item']}>
            <button
              type="button"
              className={cx(styles['server'], server.id === selected && styles['selected'])}
              aria-current={server.id === selected ? 'true' : undefined}
              onClick={() => onSelect(server.id)}
            >
              <ServerName name={server.name} url={server.url}>
                {server.waiting !== null && server.waiting > 0 && (
                  <small className={styles['waiting']}>
                    <Icon icon={ClockArrowUp} size="small" />
                    {t('galley:app.connect.waiting', { count: server.waiting })}
                  </small>
                )}
              </ServerName>
            </button>
            <IconButton
              size="row"
              icon={X}
              className={styles['remove'] ?? ''}
              label={t('galley:app.connect.forget', { name: server.name })}
              onPress={() => setRemoving(server)}
            />
          </li>
        ))}
        {guest !== null && (
          <li className={styles['item']}>
            <div aria-current="true" className={cx(styles['server'], styles['selected'])}>
              <ServerName name={guest.name} url={guest.url} />
            </div>
          </li>
        )}
        <li>
          <button
            type="button"
            className={cx(styles['add'], selected === null && guest === null && styles['selected'])}
            aria-current={selected === null && guest === null ? 'true' : undefined}
            onClick={() => onSelect(null)}
          >
            <Icon icon={Plus} />
            {t('galley:app.connect.add')}
          </button>
        </li>
      </ul>
      {removing !== null && (
        <ConfirmDialog
          title={t('galley:app.connect.forgetTitle', { name: removing.name })}
          body={t('galley:app.connect.forgetBody')}
          confirmLabel={t('galley:app.connect.remove')}
          onConfirm={() => {
            onRemove(removing.id)
            setRemoving(null)
          }}
          onCancel={() => setRemoving(null)}
        />
      )}
    </nav>
  )
}
