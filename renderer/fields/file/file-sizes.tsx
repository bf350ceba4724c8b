import { Link } from 'lucide-react'
import { formatFilesize } from '../../../shared/fields/file/file-facts.ts'
import { isPlainJson, own, type Json } from '../../../shared/json.ts'
import { useCopyText } from '../../data/use-copy-text.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import styles from './file-input.module.css'
import { useAccountOrNull } from '../../data/account-context.tsx'

/** The sizes that the server has made of a picture. */
export function FileSizes() {
  const { t, formatNumber } = useT()
  const copy = useCopyText()
  const addressOf = useFileAddress()
  const sizes = useDocumentState(({ view }) => view.base.data['sizes'] ?? null)
  const made = Object.entries(isPlainJson(sizes) ? sizes : {}).flatMap(([name, size]) => {
    const width = part(size, 'width')
    const height = part(size, 'height')
    if (width === null || height === null) return []
    const address = addressOf(isPlainJson(size) ? own(size, 'url') : undefined)
    return [{ name, width, height, bytes: part(size, 'filesize'), address }]
  })
  if (made.length === 0) return null
  return (
    <CollapsibleBox label={t('upload:sizes')} defaultOpen={false}>
      <ul className={styles['sizes']}>
        {made.map(({ name, width, height, bytes, address }) => (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi>
            <bdi dir="ltr">
              {formatNumber(width)} × {formatNumber(height)}
            </bdi>
            <bdi>{bytes === null ? '' : formatFilesize(bytes)}</bdi>
            {address !== null && (
              <IconButton
                size="row"
                icon={Link}
                label={t('galley:upload.copyAddressOf', { name })}
                onPress={() => void copy(address, t('galley:upload.addressCopied'))}
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

/**
 * Returns a function that resolves a file's address against the server. Null: it is no address, or no account
 * is open.
 */
export function useFileAddress(): (url: Json | undefined) => string | null {
  const account = useAccountOrNull()
  return (url) =>
    account === null || typeof url !== 'string' ? null : (URL.parse(url, account.server.url)?.href ?? null)
}
