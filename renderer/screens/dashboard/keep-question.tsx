import { HardDriveDownload } from 'lucide-react'
import { useState } from 'react'
import type { PrefetchSettings } from '../../../shared/prefetch.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useConfigurePrefetch, usePrefetch } from '../../data/prefetch.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import styles from './keep-question.module.css'

/** Asks once per server and user whether all documents are kept on this computer, or only opened ones. */
export function KeepQuestion() {
  const { t, formatNumber } = useT()
  const toast = useToast()
  const prefetch = usePrefetch()
  const configure = useConfigurePrefetch()
  const [busy, setBusy] = useState(false)
  if (prefetch === null || prefetch.managed || prefetch.settings.keep !== null) return null
  const { settings } = prefetch

  async function answer(keep: NonNullable<PrefetchSettings['keep']>): Promise<void> {
    setBusy(true)
    try {
      await configure({ ...settings, keep })
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles['question']} aria-labelledby="keep-question">
      <Icon icon={HardDriveDownload} />
      <div className={styles['words']}>
        <h2 id="keep-question">{t('galley:app.keep.question')}</h2>
        <p>
          {t('galley:app.keep.allHelp', {
            number: formatNumber(settings.documentsPerCollection),
            megabytes: formatNumber(settings.megabytes),
          })}
        </p>
        <p>{t('galley:app.keep.openedHelp')}</p>
        <p>{t('galley:app.keep.notEncrypted')}</p>
        <p>{t('galley:app.keep.changeLater')}</p>
      </div>
      <div className={styles['answers']}>
        <Button disabledReason={busy ? t('general:loading') : null} onPress={() => void answer('opened')}>
          {t('galley:app.keep.opened')}
        </Button>
        <Button
          variant="primary"
          disabledReason={busy ? t('general:loading') : null}
          onPress={() => void answer('all')}
        >
          {t('galley:app.keep.all')}
        </Button>
      </div>
    </section>
  )
}
