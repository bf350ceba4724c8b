import { File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { own, type JsonObject } from '../../../shared/json.ts'
import { bestFit, THUMBNAIL } from '../../../shared/fields/file/best-fit.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { mediaAddress } from '../../data/copy-file.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './relation.module.css'

/** A small picture of a file, or what kind of file it is. It says nothing that the words beside it do not. */
export function Thumbnail({ docRef, data }: { docRef: CollectionRef; data: JsonObject }) {
  const address = pictureAddress(docRef, data)
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={styles['thumbnail']} aria-hidden="true">
      {address !== null && failed !== address ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(address)}
          className={styles['picture']}
        />
      ) : (
        <Icon icon={iconOf(own(data, 'mimeType'))} />
      )}
    </span>
  )
}

/** Null: it is no picture, or not on the server yet. */
function pictureAddress({ slug, id }: CollectionRef, data: JsonObject): string | null {
  const [type, changed] = [own(data, 'mimeType'), own(data, 'updatedAt')]
  if (typeof type !== 'string' || !type.startsWith('image/') || isTempId(id)) return null
  return mediaAddress(slug, id, bestFit(data, THUMBNAIL), typeof changed === 'string' ? changed : '')
}

const ICONS: [start: string, icon: LucideIcon][] = [
  ['image/', FileImage],
  ['video/', FileVideo],
  ['audio/', FileAudio],
  ['text/', FileText],
  ['application/pdf', FileText],
]

function iconOf(mimeType: unknown): LucideIcon {
  const type = typeof mimeType === 'string' ? mimeType : ''
  return ICONS.find(([start]) => type.startsWith(start))?.[1] ?? File
}
