import { useLocation } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { ButtonLink } from '../button/button.tsx'
import { Message } from '../message/message.tsx'
import { ScreenHeader } from '../screen-header/screen-header.tsx'
import styles from './not-found-screen.module.css'

/** The screen of an address for which nothing exists, or nothing that the user may see (S2.10-S2.12). */
export function NotFoundScreen() {
  const { t } = useT()
  const { pathname } = useLocation()
  return (
    <>
      <meta name="description" content={t('general:pageNotFound')} />
      <ScreenHeader title={t('general:notFound')} titleAs="span" />
      <Message
        page
        kind="not-found"
        title={t('general:nothingFound')}
        body={
          <>
            <p>{t('general:sorryNotFound')}</p>
            <p className={styles['path']}>
              <bdi dir="ltr">{pathname}</bdi>
            </p>
          </>
        }
        actions={
          <ButtonLink to={adminRoutes.dashboard()} variant="primary" size="large">
            {t('general:backToDashboard')}
          </ButtonLink>
        }
      />
    </>
  )
}
