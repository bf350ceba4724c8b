import { useQueryClient } from '@tanstack/react-query'
import type { Bootstrap } from '../../shared/ipc.ts'
import type { WindowPolicy } from '../../shared/policy.ts'
import { useT } from '../i18n/use-t.ts'
import { queryKeys } from './queries.ts'

const NONE: WindowPolicy = {
  decisions: [],
  serverIds: [],
  serverColors: {},
  onlyTheseServers: false,
  keepMegabytes: null,
  export: true,
  outsideLinks: true,
}

/** Returns the organisation's policy for this computer. It holds until the program ends. */
export function usePolicy(): WindowPolicy {
  return useQueryClient().getQueryData<Bootstrap>(queryKeys.bootstrap)?.policy ?? NONE
}

/** True if the policy decides a key, so that its setting cannot be changed. */
export function useIsManaged(key: string): boolean {
  return usePolicy().decisions.some((decision) => decision.key === key && decision.text !== null)
}

/** Returns the reason that files cannot be exported, as text; null if they can. */
export function useExportRefusal(): string | null {
  const { t } = useT()
  return usePolicy().export ? null : t('galley:policy.noExport')
}

/** Returns the errors of the policy as text; an unreadable source has one line for all its keys. */
export function usePolicyProblems(): string[] {
  const { t } = useT()
  return usePolicy().decisions.flatMap(({ key, source, problem }) => {
    if (problem === null || (problem.code === 'unreadable' && key !== '*')) return []
    if (problem.code === 'unknown-key') return [t('galley:policy.unknownKey', { key, source })]
    const holds = t(`galley:policy.holds.${problem.holds ?? 'none'}`)
    const wrong =
      key === '*' ? t('galley:policy.unreadable', { source }) : t('galley:policy.notValid', { key, source })
    return [`${wrong} ${holds}`]
  })
}
