import type { SchedulePlan } from '../../../shared/ipc.ts'
import { useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Moment } from '../../ui/moment/moment.tsx'

type PublishScheduledProps = {
  title: string
  /** The plans that the publish makes needless; at least one. */
  plans: readonly SchedulePlan[]
  onPublish: (schedule: 'keep' | 'remove') => void
  onCancel: () => void
}

/**
 * Asks whether the schedule of a document is kept when it is published by hand (U45). Only the server can
 * remove it.
 */
export function PublishScheduledDialog({ title, plans, onPublish, onCancel }: PublishScheduledProps) {
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  return (
    <Dialog
      role="alertdialog"
      title={t('galley:actions.schedule.publishNow', { title })}
      onClose={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>{t('general:cancel')}</Button>
          <Button
            variant={online ? 'secondary' : 'primary'}
            autoFocus={!online}
            onPress={() => onPublish('keep')}
          >
            {t('galley:actions.schedule.publishKeep')}
          </Button>
          {online && (
            <Button variant="primary" autoFocus onPress={() => onPublish('remove')}>
              {t('galley:actions.schedule.publishRemove')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('galley:actions.schedule.alsoPlanned')}</p>
      <ul>
        {plans.map(({ id, at }) => (
          <li key={id}>
            <Moment iso={at} />
          </li>
        ))}
      </ul>
      <p>{t(online ? 'galley:actions.schedule.thenPublishes' : 'galley:actions.schedule.staysOffline')}</p>
    </Dialog>
  )
}
