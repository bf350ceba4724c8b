import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as RacToastRegion,
} from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { toastQueue } from './toast-queue.ts'
import styles from './toast.module.css'

/**
 * The toasts at the bottom end, above the status bar; a landmark reached with F6. Mounted once by the app.
 */
export function ToastRegion() {
  const { t } = useT()
  return (
    <RacToastRegion
      data-toasts=""
      queue={toastQueue}
      className={styles['region'] ?? ''}
      aria-label={t('galley:app.toast.region')}
    >
      {({ toast }) => {
        const { kind, text, detail, action, link } = toast.content
        const buttons = [link, action].filter((one) => one !== undefined)
        const made = buttons.map(({ label, onPress }) => (
          <Button
            key={label}
            size="row"
            onPress={() => {
              onPress()
              toastQueue.close(toast.key)
            }}
          >
            {label}
          </Button>
        ))
        return (
          <Toast toast={toast} className={cx(styles['toast'], styles[kind])}>
            <Icon icon={kind === 'error' ? CircleAlert : CircleCheck} />
            <ToastContent className={styles['content'] ?? ''}>
              <Text slot="title" className={styles['text'] ?? ''}>
                <bdi>{text}</bdi>
              </Text>
              {detail !== undefined && (
                <Text slot="description" className={styles['detail'] ?? ''}>
                  <bdi>{detail}</bdi>
                </Text>
              )}
              {link !== undefined && <span className={styles['buttons']}>{made}</span>}
            </ToastContent>
            {link === undefined && made}
            <IconButton
              size="row"
              icon={X}
              label={t('general:close')}
              onPress={() => toastQueue.close(toast.key)}
            />
          </Toast>
        )
      }}
    </RacToastRegion>
  )
}
