import { useState } from 'react'
import type { LocalAccount, LocalFile } from '../../shared/ipc.ts'
import { formatFilesize } from '../../shared/fields/file/file-facts.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import styles from './local-data-list.module.css'
import { accountTarget, RemoveDialog } from './remove-dialog.tsx'
import { bytesOf, filesWithEdits, waitingEdits } from './local-accounts.ts'
import { useLocalActions } from './use-local-actions.ts'

/** Databases without a user: set aside, or kept from before an update. */
const KINDS = ['damaged', 'other-user', 'before-update'] as const
type Kind = (typeof KINDS)[number]

/** The users with documents on this computer, the databases that were set aside, and the actions on them (F33). */
export function LocalDataList({
  accounts,
  nameOf,
}: {
  accounts: readonly LocalAccount[]
  /** Returns the name of a server. */
  nameOf: (serverId: string) => string
}) {
  return (
    <ul className={styles['list']}>
      {accounts.map((account) => (
        <li key={`${account.serverId} ${account.id}`}>
          <Account account={account} server={nameOf(account.serverId)} />
        </li>
      ))}
    </ul>
  )
}

function Account({ account, server }: { account: LocalAccount; server: string }) {
  const { t } = useT()
  const { exportFiles, remove, whyNotExport } = useLocalActions()
  const [removing, setRemoving] = useState(false)
  const name = account.label ?? t('galley:local.list.unknown')
  const waiting = waitingEdits(account)
  const files = filesWithEdits(account).filter(({ kind }) => kind !== 'other-user')
  const asides = account.files.flatMap((file) => {
    const kind = KINDS.find((one) => one === file.kind)
    return kind === undefined ? [] : [{ file, kind }]
  })
  return (
    <div className={styles['account']}>
      <p className={styles['name']}>{t('galley:local.list.account', { name, server })}</p>
      <p className={styles['facts']}>
        {formatFilesize(bytesOf(account))}
        {waiting > 0 && (
          <>
            {' · '}
            <span className={styles['edits']}>{t('galley:local.list.edits', { count: waiting })}</span>
          </>
        )}
        {account.isOpen && ` · ${t('galley:local.list.open')}`}
      </p>
      <div className={styles['actions']}>
        {files.length > 0 && (
          <Button
            size="header"
            disabledReason={whyNotExport}
            onPress={() => void exportFiles(account, files)}
          >
            {t('galley:local.export.edits')}
          </Button>
        )}
        <Button size="header" onPress={() => setRemoving(true)}>
          {t('galley:local.remove.button')}
        </Button>
      </div>
      {asides.length > 0 && (
        <ul className={styles['files']}>
          {asides.map(({ file, kind }) => (
            <li key={file.name}>
              <Aside account={account} file={file} kind={kind} />
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <RemoveDialog
          title={t('galley:local.remove.title', { name })}
          accounts={[account]}
          onRemove={() => remove(accountTarget(account))}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}

function Aside({ account, file, kind }: { account: LocalAccount; file: LocalFile; kind: Kind }) {
  const { t, formatDate } = useT()
  const { exportFiles, remove, whyNotExport } = useLocalActions()
  const [removing, setRemoving] = useState(false)
  const what = t(`galley:local.list.kind.${kind}`, { date: formatDate(file.at) })
  return (
    <div className={styles['file']}>
      <p>{what}</p>
      <p className={styles['facts']}>
        {formatFilesize(file.bytes)}
        {' · '}
        {file.edits === null
          ? t('galley:local.list.unreadable')
          : t('galley:local.list.edits', { count: file.edits })}
      </p>
      <div className={styles['actions']}>
        {file.edits !== null && file.edits > 0 && (
          <Button size="row" disabledReason={whyNotExport} onPress={() => void exportFiles(account, [file])}>
            {t('galley:local.export.edits')}
          </Button>
        )}
        <Button size="row" onPress={() => setRemoving(true)}>
          {t('galley:local.remove.file')}
        </Button>
      </div>
      {removing && (
        <RemoveDialog
          title={t('galley:local.remove.fileTitle')}
          accounts={[{ ...account, isOpen: false, files: [file] }]}
          onRemove={() => remove({ serverId: account.serverId, account: account.id, file: file.name })}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
