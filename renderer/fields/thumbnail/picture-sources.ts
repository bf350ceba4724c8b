import { isLight, isPicture } from '../../../shared/fields/file/best-fit.ts'
import { FILE_FIELD, readPendingFile } from '../../../shared/fields/file/pending-file.ts'
import { own, type JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { mediaAddress, waitingAddress } from '../../data/copy-file.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { useState } from 'react'
import { File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon } from 'lucide-react'

/**
 * Returns the addresses of a picture's sizes, by name (`thumbnailSize`), in order of preference; none if it cannot be
 * shown. `light`: only small ones.
 */
export function pictureAddresses(
  { ref: { slug, id }, data }: Pictured,
  sizes: readonly (string | null | undefined)[],
  { light = false }: { light?: boolean } = {},
): string[] {
  const pending = readPendingFile(own(data, FILE_FIELD))
  if (pending !== null && pending.id !== null)
    return isPicture(pending.mimeType) ? [waitingAddress(pending.id)] : []
  if (isTempId(id)) return []
  const changed = own(data, 'updatedAt')
  return [...new Set(sizes)].flatMap((size) =>
    size === undefined || (light && !isLight(data, size))
      ? []
      : [mediaAddress(slug, id, size, typeof changed === 'string' ? changed : '')],
  )
}

/** A document of an upload collection, of which a small picture is drawn. */
export type Pictured = { ref: CollectionRef; data: JsonObject }

export function pictured(row: ListRow | null): Pictured | null {
  return row !== null && row.ref.kind === 'collection' ? { ref: row.ref, data: row.data } : null
}

/**
 * Returns the first address that has not failed, and the handler of its error; undefined: all have failed. A
 * new `state` retries all, since a picture missing offline may load online.
 */
export function useFirstGood(
  addresses: readonly string[],
  state: string,
): [address: string | undefined, onError: () => void] {
  const [failed, setFailed] = useState<{ state: string; addresses: readonly string[] }>({
    state,
    addresses: [],
  })
  const past = failed.state === state ? failed.addresses : []
  const address = addresses.find((one) => !past.includes(one))
  return [
    address,
    () => {
      if (address !== undefined) setFailed({ state, addresses: [...past, address] })
    },
  ]
}

const ICONS: [start: string, icon: LucideIcon][] = [
  ['image/', FileImage],
  ['video/', FileVideo],
  ['audio/', FileAudio],
  ['text/', FileText],
  ['application/pdf', FileText],
]

/** Returns the icon of a file's type. */
export function fileIcon(data: JsonObject): LucideIcon {
  const type = readPendingFile(own(data, FILE_FIELD))?.mimeType ?? own(data, 'mimeType')
  return ICONS.find(([start]) => typeof type === 'string' && type.startsWith(start))?.[1] ?? File
}
