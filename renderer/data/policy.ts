import { useQueryClient } from '@tanstack/react-query'
import type { Bootstrap } from '../../shared/ipc.ts'
import type { WindowPolicy } from '../../shared/policy.ts'
import { useT } from '../i18n/use-t.ts'
import { queryKeys } from './queries.ts'

const NONE: WindowPolicy = {
  decisions: [],
  serverIds: [],
  onlyTheseServers: false,
  keepMegabytes: null,
  export: true,
  outsideLinks: true,
}

/** What the organisation has decided for this computer. It holds until the program ends. */
export function usePolicy(): WindowPolicy {
  return useQueryClient().getQueryData<Bootstrap>(queryKeys.bootstrap)?.policy ?? NONE
}

/** True if the policy decides a key, so that its setting cannot be changed. */
export function useIsManaged(key: string): boolean {
  return usePolicy().decisions.some((decision) => decision.key === key && decision.text !== null)
}

/** Why nothing can be written to files, in words; null: it can. */
export function useExportRefusal(): string | null {
  const { t } = useT()
  return usePolicy().export ? null : t('galley:policy.noExport')
}
