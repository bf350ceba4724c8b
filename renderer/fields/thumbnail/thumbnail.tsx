import { cardSize, thumbnailSize } from '../../../shared/fields/file/best-fit.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { fileIcon, pictureAddresses, useFirstGood, type Pictured } from './picture-sources.ts'
import styles from './thumbnail.module.css'

/**
 * A small picture of a file, or an icon of its type; decorative. `of` null: an empty space. In a list row
 * only small sizes are loaded. On a card `width` px wide the picture is shown whole.
 */
export function Thumbnail({ of, size, width, offline = false }: ThumbnailProps) {
  const addresses =
    of === null
      ? []
      : pictureAddresses(
          of,
          [...(width === undefined ? [] : [cardSize(of.data, width)]), thumbnailSize(of.data)],
          { light: size === 'row' },
        )
  const [address, onError] = useFirstGood(addresses, offline ? 'offline' : 'online')
  return (
    <span data-thumbnail="" className={cx(styles['thumbnail'], styles[size])} aria-hidden="true">
      {address !== undefined ? (
        <img
          key={address}
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={onError}
          className={styles['picture']}
        />
      ) : (
        of !== null && <Icon icon={fileIcon(of.data)} size={size === 'card' ? 'large' : 'normal'} />
      )}
    </span>
  )
}

type ThumbnailProps = {
  of: Pictured | null
  /** True if the server cannot be asked now; failed pictures are retried when this changes. */
  offline?: boolean
} & ({ size: 'item' | 'option' | 'row'; width?: undefined } | { size: 'card'; width: number })
