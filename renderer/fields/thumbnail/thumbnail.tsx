import { cardSize, thumbnailSize } from '../../../shared/fields/file/best-fit.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { fileIcon, pictureAddresses, useFirstGood, type Pictured } from './picture-sources.ts'
import styles from './thumbnail.module.css'

/**
 * A small picture of a file, or what kind of file it is; null keeps the place of one. It says nothing that the words
 * beside it do not. In a `row` of a list only what is small already is a picture, so that no list waits for large ones.
 * On a card of so many pixels of the screen it is seen whole; where that size cannot be had, the one of lists is shown.
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
  /** The server cannot be asked now: what is not here is tried again once it can. */
  offline?: boolean
} & ({ size: 'item' | 'option' | 'row'; width?: undefined } | { size: 'card'; width: number })
