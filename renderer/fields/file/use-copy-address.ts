import type { Json } from '../../../shared/json.ts'
import { useAccountOrNull } from '../../data/account-context.tsx'
import { callReason } from '../../data/call-reason.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/**
 * Puts the whole address of a file of the server on the clipboard; the server may name it by its path alone. Null outside
 * of an account, where nobody knows the server.
 */
export function useCopyAddress(): ((url: string) => void) | null {
  const { t } = useT()
  const toast = useToast()
  const account = useAccountOrNull()
  if (account === null) return null
  return (url) => {
    navigator.clipboard.writeText(new URL(url, account.server.url).href).then(
      () => toast.success(t('galley:upload.addressCopied')),
      (error: unknown) => toast.error(t('galley:sync.copyFailed', { reason: callReason(error, t) })),
    )
  }
}

/** The address in what a server says of a file, where it is one. */
export function addressIn(url: Json | undefined): string | null {
  return typeof url === 'string' && URL.canParse(url, 'https://galley.invalid') ? url : null
}
