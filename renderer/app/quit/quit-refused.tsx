import { useExportRefusal } from '../../data/policy.ts'
import { useEffect, useState } from 'react'
import { galley } from '../../data/bridge.ts'
import { useBootstrap } from '../../data/queries.ts'
import { useStoreTrouble } from '../../data/store-errors.ts'
import type { OpenDocuments } from '../../form/open-documents.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './quit-refused.module.css'

type Said = { text: string; failed: boolean }

/**
 * The question when the window cannot close because edits could not be written to this computer (F8): export
 * or copy them, try again, or close without them.
 */
export function QuitRefused({ documents }: { documents: Pick<OpenDocuments, 'unwritten'> }) {
  /** Number of documents with edits that only this window has; null: nothing is asked. */
  const [count, setCount] = useState<number | null>(null)
  const [trying, setTrying] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useEffect(
    () =>
      galley.on('app.quitRefused', () => {
        setTrying(false)
        setLeaving(false)
        setCount(documents.unwritten().length)
      }),
    [documents],
  )
  if (count === null) return null
  const close = () => setCount(null)
  if (leaving) return <LeaveDialog count={count} onCancel={() => setLeaving(false)} />
  return (
    <AskDialog
      count={count}
      trying={trying}
      unwritten={documents.unwritten}
      onTry={() => {
        setTrying(true)
        galley.call('app.quit', { anyway: false }).catch(console.error)
      }}
      onLeave={() => setLeaving(true)}
      onClose={close}
    />
  )
}

type AskDialogProps = {
  count: number
  trying: boolean
  unwritten: OpenDocuments['unwritten']
  onTry: () => void
  onLeave: () => void
  onClose: () => void
}

function AskDialog({ count, trying, unwritten, onTry, onLeave, onClose }: AskDialogProps) {
  const { t } = useT()
  const { account } = useBootstrap()
  const trouble = useStoreTrouble()
  const whyNotExport = useExportRefusal()
  const [said, setSaid] = useState<Said | null>(null)
  const text = () =>
    JSON.stringify(
      { server: account?.server.url ?? null, user: account?.label ?? null, documents: unwritten() },
      null,
      2,
    )
  const failed = (error: unknown): Said => ({
    text: t('galley:local.export.failed', { reason: error instanceof Error ? error.message : String(error) }),
    failed: true,
  })
  const exportAll = async (): Promise<Said | null> => {
    const result = await galley.call('app.saveJson', { name: t('galley:local.quit.fileName'), text: text() })
    if (result.outcome === 'cancelled') return null
    if (result.outcome === 'failed') return failed(result.message)
    return { text: t('galley:local.export.saved', { path: result.path }), failed: false }
  }
  const copyAll = async (): Promise<Said> => {
    await navigator.clipboard.writeText(text())
    return { text: t('galley:app.connect.copied'), failed: false }
  }
  const say = (work: () => Promise<Said | null>) => {
    // The edits may have been written while the question was open.
    if (unwritten().length === 0) setSaid({ text: t('galley:app.sync.onThisComputer'), failed: false })
    else void work().catch(failed).then(setSaid)
  }
  return (
    <Dialog
      role="alertdialog"
      title={t('galley:local.quit.title')}
      onClose={onClose}
      startAction={
        <Button variant="quiet" onPress={onLeave}>
          {t('galley:local.quit.anyway')}
        </Button>
      }
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('galley:local.quit.stay')}
          </Button>
          <Button variant="primary" busyLabel={trying ? t('galley:local.quit.trying') : null} onPress={onTry}>
            {t('galley:app.connect.again')}
          </Button>
        </>
      }
    >
      <p>{t('galley:local.quit.body', { count })}</p>
      {trouble !== null && <p>{t(`galley:app.store.${trouble}`)}</p>}
      <div className={styles['keep']}>
        <Button size="header" disabledReason={whyNotExport} onPress={() => say(exportAll)}>
          {t('galley:local.export.button')}
        </Button>
        <Button size="header" onPress={() => say(copyAll)}>
          {t('galley:local.quit.copy')}
        </Button>
      </div>
      <p role="status" className={cx(styles['said'], said?.failed === true && styles['failed'])}>
        {said?.text}
      </p>
    </Dialog>
  )
}

function LeaveDialog({ count, onCancel }: { count: number; onCancel: () => void }) {
  const { t } = useT()
  return (
    <ConfirmDialog
      danger
      title={t('galley:local.quit.leaveTitle')}
      body={t('galley:local.quit.leaveBody', { count })}
      confirmLabel={t('galley:local.quit.leave')}
      onConfirm={() => void galley.call('app.quit', { anyway: true }).catch(console.error)}
      onCancel={onCancel}
    />
  )
}
