import { Link } from 'lucide-react'
import { formatFilesize } from '../../../shared/fields/file/file-size.ts'
import { isPlainJson, own, type Json } from '../../../shared/json.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import styles from './file-input.module.css'
import { addressIn, useCopyAddress } from './use-copy-address.ts'

/** The sizes that the server has made of a picture. */
export function FileSizes() {
  const { t, formatNumber } = useT()
  const copyAddress = useCopyAddress()
  const sizes = useDocumentState(({ view }) => view.base.data['sizes'] ?? null)
  const made = Object.entries(isPlainJson(sizes) ? sizes : {}).flatMap(([name, size]) => {
    const width = part(size, 'width')
    const height = part(size, 'height')
    if (width === null || height === null) return []
    const url = addressIn(isPlainJson(size) ? own(size, 'url') : undefined)
    return [{ name, width, height, bytes: part(size, 'filesize'), url }]
  })
  if (made.length === 0) return null
  return (
    <CollapsibleBox label={t('upload:sizes')} defaultOpen={false}>
      <ul className={styles['sizes']}>
        {made.map(({ name, width, height, bytes, url }) => (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi>
            <bdi dir="ltr">
              {formatNumber(width)} × {formatNumber(height)}
            </bdi>
            <bdi>{bytes === null ? '' : formatFilesize(bytes)}</bdi>
            {url !== null && copyAddress !== null && (
              <IconButton
                size="row"
                icon={Link}
                label={t('galley:upload.copyAddressOf', { name })}
                onPress={() => copyAddress(url)}
              />
            )}
          </li>
        ))}
      </ul>
    </CollapsibleBox>
  )
}

function part(size: Json, name: string): number | null {
  const value = isPlainJson(size) ? own(size, name) : undefined
  return typeof value === 'number' ? value : null
}
