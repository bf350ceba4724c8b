import { CloudOff, Download } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { CallInput, ExportResult } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason, notWrittenReason } from '../../data/failure-reasons.ts'
import { useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { Note } from '../../ui/note/note.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { ProgressBar } from '../../ui/progress-bar/progress-bar.tsx'
import styles from './export-dialog.module.css'
import { useExportRefusal } from '../../data/policy.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'

type Input = CallInput<'exports.write'>

export type ExportTarget = Pick<Input, 'from' | 'query' | 'ids'> & {
  /** Number of documents, as far as known. */
  count: number
  /** The columns of the list. */
  columns: NonNullable<Input['columns']>
  /** Label of the collection's documents. */
  label: string
  /** Number of whole documents on this computer, and the collection's total. */
  coverage: { here: number; total: number | null } | null
}

type Progress = { id: string; done: number; total: number }

type ExportDialogProps = { target: ExportTarget; onClose: () => void }

/** The dialog for the format of an export, and its progress. Main asks for the file. */
export function ExportDialog({ target, onClose }: ExportDialogProps) {
  const { t, formatNumber } = useT()
  const isOnline = useConnection()?.status === 'online'
  const [format, setFormat] = useState<Input['format']>('csv')
  const [fields, setFields] = useState('shown')
  const progressId = useId()
  const { progress, failure, write, cancel } = useExport({ target, onClose })

  const { count, coverage, from } = target
  const needsServer = from === 'trash' && !isOnline ? t('galley:actions.needsServer') : null
  return (
    <Dialog
      title={t(target.ids === null ? 'galley:export.titleAll' : 'galley:export.titleSelected', {
        count,
        label: target.label,
      })}
      persistent={progress !== null}
      onClose={cancel}
      actions={
        <>
          <Button onPress={cancel}>{t('general:cancel')}</Button>
          <Button
            variant="primary"
            autoFocus
            disabledReason={needsServer}
            busyLabel={progress === null ? null : t('galley:export.running')}
            onPress={() => void write(format, fields === 'shown' ? target.columns : null)}
          >
            {t('galley:export.write')}
          </Button>
        </>
      }
    >
      {from === 'list' && !isOnline && (
        <Note icon={CloudOff} tone="warn">
          {coverage === null || coverage.total === null
            ? t('galley:export.offline', { label: target.label })
            : t('galley:export.offlineOf', {
                label: target.label,
                here: formatNumber(coverage.here),
                total: formatNumber(coverage.total),
              })}
        </Note>
      )}
      {failure !== null && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      {progress === null ? (
        <FormatChoice format={format} fields={fields} onFormat={setFormat} onFields={setFields} />
      ) : (
        <div className={styles['progress']}>
          <span id={progressId}>
            {t('galley:export.progress', { done: formatNumber(progress.done), count: progress.total })}
          </span>
          <ProgressBar labelledBy={progressId} max={Math.max(1, progress.total)} value={progress.done} />
        </div>
      )}
    </Dialog>
  )
}

/** Runs an export, one at a time. It is stopped when the dialog goes. */
function useExport({ target, onClose }: ExportDialogProps) {
  const { t } = useT()
  const toast = useToast()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<string | null>(null)
  useEffect(() => {
    const stop = galley.on('exports.progress', (told) => {
      if (told.id === running.current) setProgress(told)
    })
    return () => {
      stop()
      if (running.current !== null) void galley.call('exports.stop', { id: running.current })
    }
  }, [])

  async function write(format: Input['format'], columns: Input['columns']): Promise<void> {
    const id = crypto.randomUUID()
    running.current = id
    setFailure(null)
    setProgress({ id, done: 0, total: target.count })
    const { from, query, ids: only, label } = target
    try {
      const result = await galley.call('exports.write', {
        id,
        from,
        query,
        ids: only,
        format,
        columns,
        name: label,
      })
      if (running.current !== id) return
      end(result)
    } catch (error) {
      if (running.current === id) fail(callReason(error, t))
    }
  }
  function end(result: ExportResult): void {
    if (result.outcome !== 'saved' && result.outcome !== 'cancelled')
      return fail(result.outcome === 'failed' ? notWrittenReason(result, t) : notDoneReason(result, t))
    running.current = null
    setProgress(null)
    if (result.outcome === 'cancelled') return
    const { documents: count, leftOut, source, path } = result
    const words = t(source === 'computer' ? 'galley:export.doneHere' : 'galley:export.done', { count, path })
    if (leftOut > 0) toast.error(words, { detail: t('galley:export.leftOut', { count: leftOut }) })
    else toast.success(words)
    onClose()
  }
  function fail(words: string): void {
    running.current = null
    setProgress(null)
    setFailure(words)
  }
  /** Stops a running export first, else closes. */
  function cancel(): void {
    const id = running.current
    if (id === null) return onClose()
    running.current = null
    setProgress(null)
    void galley.call('exports.stop', { id })
    announce(t('galley:export.stopped'))
  }

  return { progress, failure, write, cancel }
}

type FormatChoiceProps = {
  format: Input['format']
  fields: string
  onFormat: (format: Input['format']) => void
  onFields: (fields: string) => void
}

function FormatChoice({ format, fields, onFormat, onFields }: FormatChoiceProps) {
  const { t } = useT()
  const ids = { format: useId(), fields: useId() }
  return (
    <>
      <div className={styles['choice']}>
        <span id={ids.format} className={styles['label']}>
          {t('galley:export.format')}
        </span>
        <RadioGroup
          aria-labelledby={ids.format}
          options={[
            { value: 'csv', label: t('galley:export.csv') },
            { value: 'json', label: 'JSON' },
          ]}
          value={format}
          onChange={(value) => onFormat(value === 'json' ? 'json' : 'csv')}
        />
      </div>
      <div className={styles['choice']}>
        <span id={ids.fields} className={styles['label']}>
          {t('galley:export.fields')}
        </span>
        <RadioGroup
          aria-labelledby={ids.fields}
          options={[
            { value: 'shown', label: t('galley:export.shown') },
            { value: 'all', label: t('galley:export.all') },
          ]}
          value={fields}
          onChange={onFields}
        />
      </div>
      <p className={styles['hint']}>
        {t(fields === 'shown' && format === 'csv' ? 'galley:export.asShown' : 'galley:export.asStored')}
      </p>
    </>
  )
}

/** Returns the menu item and the dialog that export documents of a list. */
export function useExportList(): {
  /** Returns the item of a menu or a bar. `target` null: nothing to export. */
  itemFor: (target: ExportTarget | null) => MenuItemSpec
  dialog: ReactNode
} {
  const { t } = useT()
  const refusal = useExportRefusal()
  const [target, setTarget] = useState<ExportTarget | null>(null)
  return {
    itemFor: (asked) => ({
      id: 'export',
      label: t('galley:export.open'),
      icon: Download,
      disabledReason: refusal ?? (asked === null ? t('galley:export.nothing') : null),
      onAction: () => setTarget(asked),
    }),
    dialog: target !== null && <ExportDialog target={target} onClose={() => setTarget(null)} />,
  }
}
