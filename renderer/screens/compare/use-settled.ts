import { useState } from 'react'
import type { ComparedVersions, WantedVersion } from './use-compared-versions.ts'

export type Settled = ComparedVersions & {
  versionId: string
  /** True while the wanted versions are being read, and these are the previous ones. */
  isFormer: boolean
}

/** Returns the last complete pair of versions until the next one is read, so that nothing jumps meanwhile. */
export function useSettled(versionId: string, wanted: ComparedVersions): Settled {
  const [last, setLast] = useState<Settled | null>(null)
  const now: Settled = { ...wanted, versionId, isFormer: false }
  const { viewed, comparedWith } = wanted
  const isWhole = viewed.state === 'here' && comparedWith.state !== 'asking'
  const isAsking = viewed.state === 'asking' || (viewed.state === 'here' && comparedWith.state === 'asking')
  if (isWhole && !isSame(last, now)) setLast(now)
  return isAsking && last !== null ? { ...last, isFormer: true } : now
}

function isSame(last: Settled | null, now: Settled): boolean {
  return (
    last !== null &&
    last.versionId === now.versionId &&
    last.choices.length === now.choices.length &&
    isSameVersion(last.viewed, now.viewed) &&
    isSameVersion(last.comparedWith, now.comparedWith)
  )
}

function isSameVersion(last: WantedVersion, now: WantedVersion): boolean {
  if (last.state !== 'here' || now.state !== 'here') return last.state === now.state
  return last.content.data === now.content.data && last.content.gone === now.content.gone
}
