import { Check, FolderIcon, FolderX, Search } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useOptionSearch } from '../../ui/option-search/use-option-search.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import inputStyles from '../../ui/text-input/input-box.module.css'
import styles from '../relation/relation.module.css'
import type { Folder } from './folder-tree.ts'

/** A place to move to: a folder, or none. */
export type FolderChoice = { id: string | null; name: string; above: readonly string[] }

type PickerProps = {
  title: string
  /** Null: the folders are being read. */
  folders: readonly Folder[] | null
  /** Number of folders, if the query's limit cut them; null: these are all. */
  most: number | null
  /** Text that explains why some folders are missing; null: none. */
  note: string | null
  /** Id of the present folder, null for none; undefined: several documents with different folders. */
  from: string | null | undefined
  onTake: (place: FolderChoice) => void
  onClose: () => void
}

/** The drawer for choosing a folder; the typed words are searched in its path. */
export function FolderPicker({ title, folders, most, note, from, onTake, onClose }: PickerProps) {
  const { t, formatNumber } = useT()
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLocaleLowerCase().split(/\s+/)
  const places: FolderChoice[] = [{ id: null, name: t('folder:noFolder'), above: [] }, ...(folders ?? [])]
  const options = places.filter(({ name, above }) => {
    const path = [...above, name].join(' ').toLocaleLowerCase()
    return words.every((word) => path.includes(word))
  })
  const search = useOptionSearch({
    typed,
    setTyped,
    options,
    idOf: ({ id }) => id ?? 'none',
    onTake,
  })
  const label = t('galley:list.folders.search')
  return (
    <Drawer title={title} titleDir="auto" onClose={onClose}>
      <div className={styles['search']}>
        <div className={inputStyles['box']}>
          <Icon icon={Search} />
          <input
            {...search.inputProps}
            aria-label={label}
            placeholder={label}
            dir="auto"
            // The picker is opened for typing.
            autoFocus
            className={styles['input']}
          />
        </div>
      </div>
      {folders === null ? (
        <Skeleton lines={4} />
      ) : (
        <div {...search.listProps} aria-label={t('folder:folders')} className={styles['list']}>
          {options.map((place) => (
            <div
              key={place.id ?? 'none'}
              {...search.optionProps(place)}
              className={cx(styles['option'], place === search.chosen && styles['active'])}
            >
              <Icon icon={place.id === null ? FolderX : FolderIcon} size="small" />
              <span className={styles['text']}>
                <bdi>{place.name}</bdi>
              </span>
              {place.above.length > 0 && (
                <span className={styles['aside']}>
                  {place.above.map((name, index) => (
                    <Fragment key={index}>
                      {index > 0 && ' / '}
                      <bdi>{name}</bdi>
                    </Fragment>
                  ))}
                </span>
              )}
              <span className={styles['check']}>
                {from !== undefined && place.id === from && <Icon icon={Check} size="small" />}
              </span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className={styles['hint']}>
        {folders !== null && options.length === 0
          ? t('galley:list.folders.noMatch', { text: typed.trim() })
          : most !== null && t('galley:list.folders.most', { most: formatNumber(most) })}
      </p>
      {note !== null && <p className={styles['hint']}>{note}</p>}
    </Drawer>
  )
}
