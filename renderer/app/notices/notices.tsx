import { useEffect, useState } from 'react'
import type { Notice } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { CodeLine } from '../../screens/connect/code-line.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { galley } from '../../data/bridge.ts'
import { useBootstrap } from '../../data/queries.ts'
import { heardNotice, heardWrite } from '../../data/store-errors.ts'

type SetAside = Extract<Notice, { code: 'database-set-aside' }>

/** Says what happened outside any screen: a database that was set aside; trouble of the store goes to its strip. */
export function Notices() {
  const { t, formatDate } = useT()
  const { notices } = useBootstrap()
  const [setAside, setSetAside] = useState<SetAside | null>(null)
  useEffect(() => {
    const hear = (notice: Notice) => {
      if (heardNotice(notice) || notice.code !== 'database-set-aside') return
      setSetAside(notice)
    }
    notices.forEach(hear)
    const stops = [
      galley.on('app.notice', hear),
      // Main says these after something was written: the store works again.
      galley.on('documents.changed', heardWrite),
      galley.on('outbox.changed', heardWrite),
    ]
    return () => stops.forEach((stop) => stop())
  }, [notices])
  if (setAside === null) return null
  const close = () => {
    setSetAside(null)
    galley.call('app.dismissNotice', { code: setAside.code }).catch(console.error)
  }
  return (
    <Dialog
      role="alertdialog"
      title={t('galley:app.notice.setAsideTitle')}
      onClose={close}
      actions={
        <Button variant="primary" autoFocus onPress={close}>
          {t('general:close')}
        </Button>
      }
    >
      <p>{t('galley:app.notice.setAsideBody', { date: formatDate(setAside.at) })}</p>
      <p>{t('galley:app.notice.setAsidePath')}</p>
      <CodeLine text={setAside.path} label={t('galley:app.notice.copyPath')} />
    </Dialog>
  )
}
