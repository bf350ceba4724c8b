import { formatFilesize } from '../../../shared/fields/file/file-size.ts'
import { isPlainJson, own, type Json } from '../../../shared/json.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import styles from './file-input.module.css'

/** The sizes that the server has made of a picture. */
export function FileSizes() {
  const { t, formatNumber } = useT()
  const sizes = useDocumentState(({ view }) => view.base.data['sizes'] ?? null)
  const made = Object.entries(isPlainJson(sizes) ? sizes : {}).flatMap(([name, size]) => {
    const width = part(size, 'width')
    const height = part(size, 'height')
    return width === null || height === null ? [] : [{ name, width, height, bytes: part(size, 'filesize') }]
  })
  if (made.length === 0) return null
  return (
    <CollapsibleBox label={t('upload:sizes')} defaultOpen={false}>
      <ul className={styles['sizes']}>
        {made.map(({ name, width, height, bytes }) => (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi>
            <bdi dir="ltr">
              {formatNumber(width)} × {formatNumber(height)}
            </bdi>
            <bdi>{bytes === null ? '' : formatFilesize(bytes)}</bdi>
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
