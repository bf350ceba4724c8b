import { callReason } from '../../data/failure-reasons.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import type { WantedVersion } from './use-compared-versions.ts'

type MissingVersionProps = {
  of: Extract<WantedVersion, { state: 'not-here' | 'failed' }>
  /** True for the version that the page is about, false for the one it is compared with. */
  isViewed?: boolean
  /** Called when the person presses "Try again". */
  onAgain: () => void
}

/** The message that a version cannot be shown, with the reason, and a retry where that may help. */
export function MissingVersion({ of, isViewed = false, onAgain }: MissingVersionProps) {
  const { t } = useT()
  const again = (
    <Button
      busyLabel={of.isAsking ? t('general:loading') : null}
      onPress={() => {
        onAgain()
        of.again()
      }}
    >
      {t('galley:sync.tryAgain')}
    </Button>
  )
  if (of.state === 'failed')
    return (
      <Message
        kind="error"
        title={t('galley:compare.unreadable')}
        body={callReason(of.error, t)}
        actions={again}
      />
    )
  const { reason, message } = of.content
  const other = isViewed ? '' : ` ${t('galley:compare.chooseAnother')}`
  const isAway = reason === 'offline' || reason === 'signed-out'
  return (
    <Message
      kind={isAway ? 'offline' : 'error'}
      title={t(`galley:compare.missing.${reason}`)}
      body={`${reason === 'refused' && message !== '' ? callReason(message, t) : t(`galley:compare.missingBody.${reason}`)}${other}`}
      actions={isAway ? undefined : again}
    />
  )
}
