import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { BrowserLogin } from '../../sign-in/browser-login.tsx'
import { LoginForm } from '../../sign-in/login-form.tsx'
import { ServerProblemText } from '../../sign-in/server-problem-text.tsx'
import { useProbe } from '../../sign-in/use-probe.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Note } from '../../ui/note/note.tsx'
import { useAccount } from '../../data/account-context.tsx'
import { useSendableEdits } from '../../data/outbox.ts'

const FORM_ID = 'login-in-place'

/** The log-in over the screens that stay mounted; another user's log-in changes nothing and is explained (SY2). */
export function LoginInPlaceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  const account = useAccount()
  const { sendable, staying } = useSendableEdits()
  const probe = useProbe(account.server.url)
  const [other, setOther] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const probed = probe.result?.outcome === 'ok' ? probe.result : null
  /**
   * False if the site has answered that this collection has no passwords; before the answer they are assumed.
   */
  const hasPasswords = probed === null || probed.auth.some(({ slug }) => slug === account.collection)
  const collection = probed?.auth.find((one) => one.slug === account.collection) ?? {
    slug: account.collection,
    label: account.collection,
    identifier: 'either' as const,
  }
  return (
    <Dialog
      title={t('galley:app.inPlace.title')}
      persistent
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('galley:app.inPlace.later')}</Button>
          {hasPasswords && (
            <Button
              variant="primary"
              type="submit"
              form={FORM_ID}
              busyLabel={busy ? t('galley:app.login.busy') : null}
            >
              {t('authentication:login')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('galley:app.inPlace.body')}</p>
      {sendable > 0 && <p>{t('galley:app.inPlace.waiting', { count: sendable })}</p>}
      {staying > 0 && <p>{t('galley:app.inPlace.staying', { count: staying })}</p>}
      {other !== null && (
        <Note tone="warn" role="alert">
          {t('galley:app.inPlace.otherUser', { other, mine: account.label })}
        </Note>
      )}
      {probe.result?.outcome === 'problem' && (
        <ServerProblemText problem={probe.result.problem} url={account.server.url} onAgain={probe.again} />
      )}
      {hasPasswords && (
        <LoginForm
          id={FORM_ID}
          url={account.server.url}
          auth={[collection]}
          identifier={account.server.lastIdentifier ?? ''}
          inPlace
          onBusy={setBusy}
          onOtherUser={setOther}
          onDone={onClose}
        />
      )}
      {probed?.browserLogin === true && (
        <BrowserLogin
          url={account.server.url}
          inPlace
          isOnly={!hasPasswords}
          onOtherUser={setOther}
          onDone={onClose}
        />
      )}
    </Dialog>
  )
}
