import { FolderInput } from 'lucide-react'
import { dataField } from '../../../shared/cms/fields.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import rowButton from '../../ui/table/row-button.module.css'
import { tooltipProps } from '../../ui/tooltip/tooltip-props.ts'
import type { CellContext } from '../document-columns/use-cell-context.ts'
import styles from './folder-cell.module.css'

/**
 * The name of a document's folder, with a button to move it (S2.59). Keyboard users have that in the row's
 * menu.
 */
export function FolderCell({ row, context }: { row: ListRow; context: CellContext }) {
  const { t, move } = context
  const { fields, folderField } = context.collection
  const label = t('galley:list.folders.move')
  const reason = move?.whyNot(row) ?? null
  return (
    <span className={styles['cell']}>
      <bdi className={styles['name']}>{nameOf()}</bdi>
      {move !== undefined && (
        <button
          type="button"
          className={rowButton['button']}
          aria-label={label}
          tabIndex={-1}
          aria-disabled={reason !== null}
          {...tooltipProps(reason ?? label)}
          onClick={() => {
            if (reason === null) move.ask(row)
          }}
        >
          <Icon icon={FolderInput} />
        </button>
      )}
    </span>
  )

  function nameOf(): string {
    const field = folderField === null ? null : dataField(fields, folderField)
    const ref = field?.type === 'relationship' ? relatedRef(field, row.data[field.name] ?? null) : null
    if (ref === null) return t('folder:noFolder')
    const name = context.nameOf(ref.slug, ref.id)
    return name ?? (context.isReading ? `${t('general:loading')}...` : t('galley:list.id', { id: ref.id }))
  }
}
