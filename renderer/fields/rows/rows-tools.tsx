import { CopyPlus, Ellipsis, Plus, Trash2, X } from 'lucide-react'
import { useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import styles from './rows-field.module.css'

type RowsToolsProps = {
  /** Number of selected rows. */
  selected: number
  rows: number
  readOnly: boolean
  /** Reason that the selected rows cannot be duplicated; null: they can. */
  whyNotDuplicated: string | null
  menuOpen: boolean
  onAll: (open: boolean) => void
  onMenu: (anchor: Element) => void
  onClear: () => void
  onRemove: () => void
  onDuplicate: () => void
}

/** The buttons in a list's head: folding and the list's menu, or the actions on selected rows. */
export function RowsTools(props: RowsToolsProps) {
  const { t } = useT()
  const menu = useRef<HTMLButtonElement>(null)
  if (props.selected > 0 && !props.readOnly) {
    return (
      <span className={styles['tools']}>
        <span className={styles['selected']}>
          {t('galley:edit.rows.selectedCount', { count: props.selected })}
        </span>
        <IconButton
          size="row"
          icon={CopyPlus}
          label={t('general:duplicate')}
          disabledReason={props.whyNotDuplicated}
          onPress={props.onDuplicate}
        />
        <IconButton size="row" icon={Trash2} label={t('general:remove')} onPress={props.onRemove} />
        <IconButton size="row" icon={X} label={t('galley:edit.rows.clear')} onPress={props.onClear} />
      </span>
    )
  }
  return (
    <span className={styles['tools']}>
      {props.rows > 0 && (
        <>
          <Button size="row" variant="quiet" onPress={() => props.onAll(false)}>
            {t('fields:collapseAll')}
          </Button>
          <Button size="row" variant="quiet" onPress={() => props.onAll(true)}>
            {t('fields:showAll')}
          </Button>
        </>
      )}
      {!props.readOnly && (
        <IconButton
          ref={menu}
          size="row"
          icon={Ellipsis}
          label={t('galley:edit.rows.more')}
          expanded={props.menuOpen}
          onPress={() => {
            if (menu.current) props.onMenu(menu.current)
          }}
        />
      )}
    </span>
  )
}

/** The button at the end of a list that adds a row. */
export function AddButton({
  label,
  disabledReason,
  onAdd,
}: {
  label: string
  disabledReason: string | null
  onAdd: (anchor: Element) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Button
      ref={button}
      variant="quiet"
      icon={Plus}
      disabledReason={disabledReason}
      className={styles['addButton']}
      onPress={() => {
        if (button.current) onAdd(button.current)
      }}
    >
      {label}
    </Button>
  )
}
