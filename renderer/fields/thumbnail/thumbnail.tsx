import { File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { bestFit, isLight, THUMBNAIL } from '../../../shared/fields/file/best-fit.ts'
import { FILE_FIELD, readPendingFile } from '../../../shared/fields/file/pending-file.ts'
import { own, type JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { mediaAddress, waitingAddress } from '../../data/copy-file.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { Pictured } from './pictured.ts'
import styles from './thumbnail.module.css'

/**
 * A small picture of a file, or what kind of file it is; null keeps the place of one. It says nothing that the words
 * beside it do not. In a `row` of a list only what is small already is a picture, so that no list waits for large ones.
 */
export function Thumbnail({ of, size }: { of: Pictured | null; size: 'item' | 'option' | 'row' }) {
  const address = of === null ? null : pictureAddress(of, size === 'row')
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span data-thumbnail="" className={cx(styles['thumbnail'], styles[size])} aria-hidden="true">
      {address !== null && failed !== address ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(address)}
          className={styles['picture']}
        />
      ) : (
        of !== null && <Icon icon={iconOf(of.data)} />
      )}
    </span>
  )
}

/** Null: it is no picture, or none that can be shown here. */
function pictureAddress({ ref: { slug, id }, data }: Pictured, light: boolean): string | null {
  const pending = readPendingFile(own(data, FILE_FIELD))
  if (pending !== null && pending.id !== null)
    return isPicture(pending.mimeType) ? waitingAddress(pending.id) : null
  const changed = own(data, 'updatedAt')
  if (!isPicture(own(data, 'mimeType')) || isTempId(id)) return null
  const size = bestFit(data, THUMBNAIL)
  if (light && !isLight(data, size)) return null
  return mediaAddress(slug, id, size, typeof changed === 'string' ? changed : '')
}

const isPicture = (mimeType: unknown): boolean =>
  typeof mimeType === 'string' && mimeType.startsWith('image/')

const ICONS: [start: string, icon: LucideIcon][] = [
  ['image/', FileImage],
  ['video/', FileVideo],
  ['audio/', FileAudio],
  ['text/', FileText],
  ['application/pdf', FileText],
]

function iconOf(data: JsonObject): LucideIcon {
  const type = readPendingFile(own(data, FILE_FIELD))?.mimeType ?? own(data, 'mimeType')
  return ICONS.find(([start]) => typeof type === 'string' && type.startsWith(start))?.[1] ?? File
}
