import { useMemo, type ComponentType, type ReactNode } from 'react'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { useInvalidPlaces, type InvalidPlace } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { useFieldFrame } from '../use-field-frame.ts'
import { rowCountText, rowsLabels } from './row-labels.ts'
import { Row } from './row.tsx'
import styles from './rows-field.module.css'
import { RowsPopups, type PickerProps } from './rows-popups.tsx'
import { AddButton, RowsTools } from './rows-tools.tsx'
import { useRowsList } from './use-rows-list.ts'

export type RowsFieldProps = {
  field: RowsField
  path: string
  /** Label of one row: `Stop`, `Block`. */
  word: string
  /** Type of a new row if there is only one; undefined: `Picker` asks. */
  only: string | null | undefined
  /** The picker for the block of a new row. */
  Picker?: ComponentType<PickerProps>
  unknown?: (path: string, type: string) => ReactNode
}

const noRow = () => null

/** The input of an array or of blocks, as a list of rows (S3.01, S3.02). */
export function RowsFieldInput({ field, path, word, only, Picker, unknown = noRow }: RowsFieldProps) {
  const { t, label } = useT()
  const { id, name: listName, frame, readOnly, groupDescribedBy } = useFieldFrame(field, path)
  const state = useRowsList({ field, path, word, only, readOnly, unknown })
  const { rows, all, list, full, selection, operations, menus } = state
  const labels = rowsLabels(field, t)
  const chosen = all.filter((row) => selection.ids.has(row))
  return (
    <FieldFrame
      {...frame}
      // Rows have their own bars, so the list has one only without rows.
      bar={rows.length === 0}
      group
      count={
        <span className={styles['count']}>
          <bdi>{rowCountText(rows.length, labels, { label, t })}</bdi>
        </span>
      }
      end={
        <RowsTools
          selected={selection.ids.size}
          rows={rows.length}
          readOnly={readOnly}
          whyNotDuplicated={chosen.length === 0 ? null : operations.whyNotDuplicated(chosen)}
          menuOpen={menus.popup?.kind === 'list'}
          onAll={(open) => operations.setOpen(all, open)}
          onMenu={(anchor) => menus.onPopup({ kind: 'list', anchor })}
          onClear={selection.clear}
          onRemove={() => operations.remove(chosen)}
          onDuplicate={() => operations.duplicate(chosen)}
        />
      }
    >
      {/* One listener for the buttons of all rows. */}
      <div
        id={id}
        role="group"
        data-rows-field=""
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={groupDescribedBy}
        className={styles['field']}
        {...state.events}
      >
        {list.sortable && (
          <VisuallyHidden>
            <span id={list.handleHelp}>{t('galley:edit.rows.handleHelp')}</span>
          </VisuallyHidden>
        )}
        {rows.length === 0 ? (
          <p className={styles['none']}>{t('galley:edit.rows.none', { label: label(labels.plural) })}</p>
        ) : null}
        <DrawnRows state={state} />
        {!readOnly && (
          <div data-add-box="" className={styles['add']}>
            <AddButton
              label={t('fields:addLabel', { label: label(labels.singular) || t('general:row') })}
              disabledReason={full}
              onAdd={(anchor) => menus.onAdd(rows.length, anchor)}
            />
          </div>
        )}
        <RowsPopups
          {...{ list, rows, all, selection, operations, full, listName, Picker, ...menus }}
          isLocalized={frame.localeCode !== null}
        />
      </div>
    </FieldFrame>
  )
}

type DrawnState = Pick<
  ReturnType<typeof useRowsList>,
  'element' | 'rows' | 'drawn' | 'list' | 'selection' | 'naming' | 'shown' | 'focus' | 'moving'
>

/** The rows, as far as they are drawn, and room for the others. */
function DrawnRows({ state }: { state: DrawnState }) {
  const { element, rows, drawn, list, selection, naming, shown, focus, moving } = state
  const invalid = useInvalidPlaces()
  const errors = useMemo(() => rowErrors(list.path, invalid), [list.path, invalid])
  return (
    <ol ref={element} className={styles['list']} hidden={rows.length === 0}>
      {rows.slice(0, drawn).map((row, index) => (
        <Row
          key={row.id}
          list={list}
          id={row.id}
          type={row.type}
          index={index}
          selected={selection.ids.has(row.id)}
          errors={errors.get(row.id) ?? 0}
          line={lineOf(moving.target, index, rows.length)}
          lifted={moving.ids.includes(row.id)}
          naming={naming === row.id}
          shown={shown === row.id || focus.made === row.id}
        />
      ))}
      {drawn < rows.length && (
        <li role="presentation" style={{ blockSize: heightOfHeads(rows.length - drawn) }} />
      )}
    </ol>
  )
}

/** Returns the height of rows that are not drawn yet: their heads, with the gaps. */
function heightOfHeads(count: number): string {
  return `calc(${count} * (2.375rem + 2px + var(--s-3)) - var(--s-3))`
}

/** Returns the edge of a row at which the dragged rows would be dropped. */
function lineOf(target: number | null, index: number, count: number): 'before' | 'after' | null {
  if (target === index) return 'before'
  return target === count && index === count - 1 ? 'after' : null
}

/** Returns the number of invalid fields by row id; rows without any are absent. */
function rowErrors(
  listPath: string,
  invalid: readonly Pick<InvalidPlace, 'path'>[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const prefix = `${listPath}.`
  for (const { path } of invalid) {
    if (!path.startsWith(prefix)) continue
    const [id = ''] = path.slice(prefix.length).split('.')
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
