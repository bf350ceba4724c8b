import { useState } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { CredentialChange } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useConnection } from '../data/queries.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'

const cause = 'credentials'

/**
 * Returns a function that changes a password or an API key, and reports the result. `unknown`: the server may
 * have changed it.
 */
export function useCredentialChange(docRef: DocRef) {
  const { t } = useT()
  const toast = useToast()
  const online = useConnection()?.status === 'online'
  const [busy, setBusy] = useState(false)
  const needsServer = online ? null : t('galley:inputs.credentials.needsServer')

  const change = async (wanted: CredentialChange, done: string): Promise<'done' | 'failed' | 'unknown'> => {
    const fail = (detail: string): 'failed' => {
      toast.error(t('galley:inputs.credentials.failed'), { cause, detail })
      return 'failed'
    }
    setBusy(true)
    try {
      const result = await galley.call('credentials.change', { ref: docRef, change: wanted })
      if (result.outcome === 'refused') return fail(result.message)
      if (result.outcome === 'newer-draft') return fail(t('galley:inputs.credentials.newerDraft'))
      if (result.outcome === 'unknown') {
        const isPassword = wanted.kind === 'password'
        const words = t(isPassword ? 'galley:inputs.credentials.maybe' : 'galley:actions.failed.maybe')
        toast.error(words, { cause, detail: result.message })
        return 'unknown'
      }
      if (result.outcome !== 'done') return fail(t('galley:inputs.credentials.needsServer'))
      toast.success(done, { cause })
      return 'done'
    } catch (error) {
      return fail(callReason(error, t))
    } finally {
      setBusy(false)
    }
  }
  return { change, busy, needsServer }
}
