import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { TrashRow } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { Ago } from '../../ui/ago/ago.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import plain from '../../ui/table/plain-table.module.css'
import { cx } from '../../ui/class-names.ts'
import styles from './trash-screen.module.css'

type TableProps = {
  /** Names the table. */
  label: string
  /** What the site calls the field that documents are titled by. */
  titleLabel: string
  rows: readonly TrashRow[]
  /** Ids. */
  chosen: ReadonlySet<string>
  onChosen: (ids: ReadonlySet<string>) => void
  titleOf: (row: TrashRow) => string
}

/** Deleted documents, which can be chosen and not opened. */
export function TrashTable({ label, titleLabel, rows, chosen, onChosen, titleOf }: TableProps) {
  const { t } = useT()
  const ids = rows.map(({ ref }) => refId(ref))
  const count = ids.filter((id) => chosen.has(id)).length
  return (
    <div className={plain['scroll']}>
      <table aria-label={label} className={cx(plain['table'], styles['table'])}>
        <thead>
          <tr>
            <th scope="col" className={styles['pick']}>
              <Checkbox
                label={t('galley:actions.trashList.selectAll')}
                hideLabel
                checked={count === 0 ? false : count === ids.length ? true : 'mixed'}
                onChange={() => onChosen(new Set(count < ids.length ? ids : []))}
              />
            </th>
            <th scope="col">{titleLabel}</th>
            <th scope="col" className={styles['date']}>
              {t('galley:actions.trashList.deleted')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = refId(row.ref)
            const title = titleOf(row)
            const isChosen = chosen.has(id)
            return (
              <tr key={refKey(row.ref)} aria-selected={isChosen}>
                <td className={styles['pick']}>
                  <Checkbox
                    label={t('galley:actions.trashList.select', { title })}
                    hideLabel
                    checked={isChosen}
                    onChange={(next) =>
                      onChosen(new Set(next ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
                    }
                  />
                </td>
                <td className={styles['title']}>
                  <bdi>{title}</bdi>
                </td>
                <td className={styles['date']}>
                  <Ago iso={row.deletedAt} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
