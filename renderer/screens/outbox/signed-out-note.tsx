import { LockKeyhole } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/note/note.tsx'
import { useConnection } from '../../data/queries.ts'
import { useWaitingEdits } from '../../data/outbox.ts'
import { useLoginInPlace } from '../../data/account-context.tsx'

/** In a screen whose work waits for a log-in; nothing while signed in. */
export function SignedOutNote() {
  const { t } = useT()
  const login = useLoginInPlace()
  const waiting = useWaitingEdits()
  if (useConnection()?.status !== 'signed-out') return null
  return (
    <Note
      tone="warn"
      icon={LockKeyhole}
      title={t('galley:app.inPlace.note')}
      action={
        <Button size="row" onPress={login.open}>
          {t('authentication:login')}
        </Button>
      }
    >
      {waiting === 0
        ? t('galley:app.inPlace.noteNothing')
        : t('galley:app.inPlace.noteWaiting', { count: waiting })}
    </Note>
  )
}
