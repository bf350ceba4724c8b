import { useEffect, useState, type ReactNode } from 'react'
import type { Notice } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { CodeLine } from '../../sign-in/code-line.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { galley } from '../../data/bridge.ts'
import { useBootstrap } from '../../data/queries.ts'
import { heardNotice, heardWrite, isTold, type Told } from '../../data/store-errors.ts'

/** Shows notices of main that belong to no screen, one after another; store trouble is shown in its strip. */
export function Notices() {
  const { t } = useT()
  const { notices } = useBootstrap()
  const [told, setTold] = useState<Told[]>([])
  useEffect(() => {
    const hear = (notice: Notice) => {
      if (heardNotice(notice) || !isTold(notice)) return
      setTold((before) => [...before.filter(({ code }) => code !== notice.code), notice])
    }
    notices.forEach(hear)
    const stops = [
      galley.on('app.notice', hear),
      // Main sends these after a write, so the store works again.
      galley.on('documents.changed', heardWrite),
      galley.on('outbox.changed', heardWrite),
    ]
    return () => stops.forEach((stop) => stop())
  }, [notices])
  const [notice] = told
  if (notice === undefined) return null
  const close = () => {
    setTold((before) => before.filter((other) => other !== notice))
    galley.call('app.dismissNotice', { code: notice.code }).catch(console.error)
  }
  return (
    <Dialog
      key={notice.code}
      role="alertdialog"
      title={t(`galley:local.notice.title.${notice.code}`)}
      onClose={close}
      actions={
        <Button variant="primary" autoFocus onPress={close}>
          {t('general:close')}
        </Button>
      }
    >
      <Words notice={notice} />
    </Dialog>
  )
}

function Words({ notice }: { notice: Told }): ReactNode {
  const { t, formatDate } = useT()
  if (notice.code === 'database-newer') return <p>{t('galley:local.notice.newer')}</p>
  const { edits } = notice
  switch (notice.code) {
    case 'database-set-aside':
      return (
        <>
          <p>
            {notice.path === null
              ? t('galley:local.notice.missing')
              : t('galley:local.notice.setAside', { date: formatDate(notice.at) })}
          </p>
          <p>
            {t(edits === 0 ? 'galley:local.notice.nothingUnsent' : 'galley:local.notice.carried', {
              count: edits,
            })}
            {!notice.complete && ` ${t('galley:local.notice.incomplete')}`}
            {notice.fromCopy && edits > 0 && ` ${t('galley:local.notice.fromCopy')}`}
          </p>
          {notice.path !== null && (
            <>
              <p>{t('galley:app.notice.setAsidePath')}</p>
              <CodeLine text={notice.path} label={t('galley:app.notice.copyPath')} />
            </>
          )}
        </>
      )
    case 'database-other-user':
    case 'database-other-site':
      return (
        <>
          <p>
            {notice.code === 'database-other-site'
              ? t('galley:local.notice.otherSite')
              : notice.name === null
                ? t('galley:local.notice.otherUserUnnamed')
                : t('galley:local.notice.otherUser', { name: notice.name })}
          </p>
          <p>
            {t(edits === 0 ? 'galley:local.notice.otherUserNone' : 'galley:local.notice.otherUserEdits', {
              count: edits,
            })}
          </p>
        </>
      )
    case 'inactive':
      return (
        <>
          <p>{t('authentication:loggedOutInactivity')}</p>
          {edits > 0 && <p>{t('galley:app.settings.stays')}</p>}
        </>
      )
    case 'access-removed':
      return (
        <>
          <p>{t('galley:local.notice.accessRemoved', { server: notice.server })}</p>
          {edits > 0 && <p>{t('galley:local.notice.accessEdits', { count: edits })}</p>}
          {notice.unreadable > 0 && (
            <p>{t('galley:local.notice.accessUnreadable', { count: notice.unreadable })}</p>
          )}
        </>
      )
  }
}
