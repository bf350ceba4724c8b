import { useState } from 'react'
import { judge } from '../../../shared/cms/document-permissions.ts'
import { own } from '../../../shared/json.ts'
import { useAccount } from '../../data/account-context.tsx'
import { useDocumentDrawers, type CollectionRef } from '../../data/document-drawers-context.ts'
import { useConnection, useSessionQuery } from '../../data/queries.ts'
import { useCan, useCollection } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordForm } from '../../sign-in/password-form.tsx'
import styles from './settings-screen.module.css'

/** The signed-in user, and the links to their own document (S2.09, U36). */
export function OwnAccount({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useT()
  const account = useAccount()
  const { edit } = useDocumentDrawers()
  const session = useSessionQuery().data ?? null
  const can = useCan()
  const canAsk = useConnection()?.status === 'online'
  const collection = useCollection(account.collection)
  const [isChanging, setIsChanging] = useState(false)

  const ref: CollectionRef = { kind: 'collection', slug: account.collection, id: account.userId }
  const permissions = session?.permissions ?? null
  const judged = { ...ref, isNew: false, permissions, known: null, canAsk }
  const mayEdit = judge(judged, 'edit').may
  const mayChangePassword = collection?.credentials?.password === true && mayEdit
  const names = (['email', 'username'] as const).flatMap((key) => {
    const value = own(session?.user ?? {}, key)
    return typeof value === 'string' && value !== account.label ? [{ key, value }] : []
  })
  const needsServer = canAsk ? null : t('galley:inputs.credentials.needsServer')
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('general:user')}</dt>
        <dd>
          <bdi>{account.label}</bdi>
        </dd>
        {names.map(({ key, value }) => (
          <Fact key={key} name={t(NAMES[key])} value={value} />
        ))}
        <Fact name={t('galley:app.settings.server')} value={account.server.url} />
      </dl>
      <div>
        {isChanging ? (
          <PasswordForm docRef={ref} onClose={() => setIsChanging(false)} />
        ) : (
          <div className={styles['buttons']}>
            {collection !== null && can('collection', collection.slug, 'read') && (
              <Button onPress={() => edit(ref)}>
                {t(mayEdit ? 'galley:app.settings.editAccount' : 'galley:app.settings.showAccount')}
              </Button>
            )}
            {mayChangePassword && (
              <Button disabledReason={needsServer} onPress={() => setIsChanging(true)}>
                {t('authentication:changePassword')}
              </Button>
            )}
            <Button onPress={onSignOut}>{t('authentication:logOut')}</Button>
          </div>
        )}
        <p className={styles['hint']}>{t('galley:app.settings.stays')}</p>
      </div>
    </>
  )
}

const NAMES = { email: 'general:email', username: 'authentication:username' } as const

/** A name, and a value that reads left to right in every language. */
function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </>
  )
}
