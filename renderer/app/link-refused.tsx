import { useEffect } from 'react'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'

/** Says that the policy of this computer kept a link from being opened, and which one. */
export function LinkRefused() {
  const { t } = useT()
  const toast = useToast()
  useEffect(
    () =>
      galley.on('app.linkRefused', ({ address }) =>
        toast.error(t('galley:policy.noLink'), { detail: address, cause: 'link' }),
      ),
    [t, toast],
  )
  return null
}
