import { File as FileIcon, Image as ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { CropArea } from '../../../shared/fields/file/pending-file.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './file-picture.module.css'

/**
 * A picture, or an icon for another file or a picture that cannot be loaded. Decoding is asynchronous, so
 * that it never delays typing.
 */
export function FilePicture(props: {
  address: string | null
  name: string
  mimeType: string
  crop: CropArea | null
}) {
  const { address, name, mimeType, crop } = props
  const { t } = useT()
  const [failed, setFailed] = useState<string | null>(null)
  const isPicture = mimeType.startsWith('image/')
  if (!isPicture || address === null || failed === address) {
    return (
      <div className={styles['none']} title={isPicture ? t('galley:upload.noPreview') : undefined}>
        <Icon icon={isPicture ? ImageIcon : FileIcon} size="large" />
      </div>
    )
  }
  return (
    <div className={styles['frame']}>
      <div className={styles['picture']}>
        <img
          src={address}
          alt={t('galley:upload.preview', { name })}
          decoding="async"
          draggable={false}
          onError={() => setFailed(address)}
        />
        {crop !== null && (
          <div
            className={styles['kept']}
            style={{
              left: `${crop.x}%`,
              top: `${crop.y}%`,
              width: `${crop.width}%`,
              height: `${crop.height}%`,
            }}
          />
        )}
      </div>
    </div>
  )
}
