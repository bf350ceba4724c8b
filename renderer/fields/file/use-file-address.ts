import type { Json } from '../../../shared/json.ts'
import { useAccountOrNull } from '../../data/account-context.tsx'

/**
 * The whole address of what a server says of a file, which may name it by its path alone. Null where it is none, and
 * outside of an account, where nobody knows the server.
 */
export function useFileAddress(): (url: Json | undefined) => string | null {
  const account = useAccountOrNull()
  return (url) =>
    account === null || typeof url !== 'string' ? null : (URL.parse(url, account.server.url)?.href ?? null)
}
