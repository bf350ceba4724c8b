import { useId, useState } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { judge, judgeField } from '../../../../shared/cms/document-permissions.ts'
import { own } from '../../../../shared/json.ts'
import { useCan } from '../../../data/schema-context.tsx'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'
import { useJudged } from '../../../form/use-permitted.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ApiKey } from './api-key.tsx'
import styles from './credentials-panel.module.css'
import { NewPasswordFields } from './new-password.tsx'
import { PasswordForm } from '../../../sign-in/password-form.tsx'
import { useCredentialChange } from '../../../sign-in/use-credential-change.ts'

/**
 * The password and API key of a user, as far as this account may change them. Not part of the form: they are not
 * stored here, queued or undone.
 */
export function CredentialsPanel({ docRef }: { docRef: DocRef }) {
  const { t } = useT()
  const heading = useId()
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const hasKey = useDocumentState(
    ({ view }) => own(view.base.data, 'enableAPIKey') === true || own(view.base.data, 'hasAPIKey') === true,
  )
  const can = useCan()
  const judged = useJudged(entity, isNew)
  const { change, busy, needsServer } = useCredentialChange(docRef)
  const [changing, setChanging] = useState(false)
  const credentials = entity.kind === 'collection' ? entity.credentials : null
  if (credentials === null) return null
  if (isNew) {
    return credentials.password ? (
      <section aria-labelledby={heading} className={styles['panel']}>
        <h2 id={heading} className={styles['head']}>
          {t('galley:inputs.credentials.title')}
        </h2>
        <NewPasswordFields />
      </section>
    ) : null
  }

  const { slug } = entity
  const password = credentials.password && judge(judged, 'edit').may
  const unlock = credentials.lock && can('collection', slug, 'unlock')
  const apiKey = credentials.apiKey && judge(judged, 'edit').may && judgeField(judged, 'apiKey', 'update')
  if (!password && !unlock && !apiKey) return null
  return (
    <section aria-labelledby={heading} className={styles['panel']}>
      <h2 id={heading} className={styles['head']}>
        {t('galley:inputs.credentials.title')}
      </h2>
      {changing ? (
        <PasswordForm docRef={docRef} onClose={() => setChanging(false)} />
      ) : (
        <div className={styles['buttons']}>
          {password && (
            <Button disabledReason={needsServer} onPress={() => setChanging(true)}>
              {t('authentication:changePassword')}
            </Button>
          )}
          {unlock && (
            <Button
              disabledReason={needsServer}
              busyLabel={busy ? t('authentication:forceUnlock') : null}
              onPress={() => void change({ kind: 'unlock' }, t('authentication:successfullyUnlocked'))}
            >
              {t('authentication:forceUnlock')}
            </Button>
          )}
        </div>
      )}
      {apiKey && <ApiKey docRef={docRef} isSet={hasKey} />}
      <p className={styles['hint']}>{t('galley:inputs.credentials.needsServer')}</p>
    </section>
  )
}
