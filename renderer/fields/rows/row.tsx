import { CircleAlert, ClockArrowUp, GitCompareArrows, PencilLine, type LucideIcon } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { rowLabel } from '../../../shared/document/row-label.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { fieldId, useForm, useMarkWithin, useStoredWithin } from '../../form/form-context.tsx'
import type { FieldMark } from '../../form/form-snapshot.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { RowBody } from './row-body.tsx'
import { rowKind, rowNumber } from './row-labels.ts'
import { RowIcon } from './row-icon.tsx'
import { RowName } from './row-name.tsx'
import { useRowOpen, type FoldingList } from './row-open.ts'
import styles from './row.module.css'

/** Shared props of all rows of a list; the same object while nothing changes. */
export type RowsList = FoldingList & {
  field: RowsField
  /** Label of one row: `Stop`, `Block`. */
  word: string
  readOnly: boolean
  /** True if rows can be reordered. */
  sortable: boolean
  /** True if rows can be added. */
  hasRoom: boolean
  /** Id of the text that explains the handle. */
  handleHelp: string
  /** Called when the naming of a row ends. */
  onNamed: (id: string) => void
  /** Renders a row whose block is not in the schema. */
  unknown: (path: string, type: string) => ReactNode
}

export type RowProps = {
  list: RowsList
  id: string
  /** Slug of its block, null in an array. */
  type: string | null
  index: number
  selected: boolean
  /** Number of invalid fields in it. */
  errors: number
  /** The edge at which the dragged rows would be dropped. */
  line: 'before' | 'after' | null
  /** True while it is dragged. */
  lifted: boolean
  naming: boolean
  /** True if a field in the row is revealed, or the row is new: its fields are drawn at once. */
  shown: boolean
}

/** Icons of marks; an invalid row shows its number of errors instead. */
const MARKS: Partial<Record<FieldMark, LucideIcon>> = {
  edited: PencilLine,
  waiting: ClockArrowUp,
  conflict: GitCompareArrows,
}

/**
 * One row: a head that is always mounted, and a body while it is open and near. The list handles all events of its
 * rows by `data-row` and `data-part`.
 */
export const Row = memo(function Row(props: RowProps) {
  const { list, id, type, index, errors, selected } = props
  const { label, valueWords } = useT()
  const form = useForm()
  const path = joinPath(list.path, id)
  const open = useRowOpen(list, id)
  const kind = rowKind(list.field, type, label)
  const text = useStoredWithin(path, (stored) =>
    isPlainJson(stored)
      ? rowLabel(form.types, kind.fields, stored, { ...valueWords, nameOf: () => null }, form.locale)
      : '',
  )
  const mark = useMarkWithin(path)
  const headId = fieldId(form, path)
  const number = rowNumber(index)
  const name = `${list.word} ${number}`
  const intro = (
    <>
      <VisuallyHidden>{list.word}</VisuallyHidden>
      {/* Screen readers need the spaces. */} <span className={styles['number']}>{number}</span>{' '}
      {list.field.type === 'blocks' && (
        <span data-row-type="">
          <Pill>{kind.type}</Pill>
        </span>
      )}
    </>
  )
  return (
    <li
      data-row={id}
      className={cx(
        styles['row'],
        !open && styles['folded'],
        selected && styles['selected'],
        props.lifted && styles['lifted'],
        props.line && styles[props.line],
      )}
    >
      <MarginBar state={mark} className={styles['bar']} />
      <div data-head="" className={cx(styles['head'], open && styles['open'])}>
        {list.sortable && <GripButton name={name} helpId={list.handleHelp} />}
        {props.naming ? (
          <div className={styles['toggle']}>
            {intro}
            <RowName path={path} row={name} onDone={() => list.onNamed(id)} />
          </div>
        ) : (
          <RowToggle
            list={list}
            headId={headId}
            open={open}
            type={type}
            isKnown={kind.fields !== null}
            text={text}
            mark={mark}
            errors={errors}
            selected={selected}
          >
            {intro}
          </RowToggle>
        )}
        {!list.readOnly && <MenuButton name={name} />}
      </div>
      {open && kind.fields !== null && (
        <RowBody id={`${headId}-body`} path={path} fields={kind.fields} shown={props.shown} />
      )}
      {open && kind.fields === null && (
        <div id={`${headId}-body`} data-body="" className={styles['body']}>
          {list.unknown(path, type ?? '')}
        </div>
      )}
      {list.hasRoom && !list.readOnly && <InsertButton name={name} />}
    </li>
  )
})

type RowToggleProps = Pick<RowProps, 'list' | 'type' | 'errors' | 'selected'> & {
  headId: string
  open: boolean
  /** False if its block is not in the schema. */
  isKnown: boolean
  /** Label of the row; empty if it has none. */
  text: string
  mark: FieldMark
  children: ReactNode
}

/** The head of a row as a button that folds it. */
function RowToggle({
  list,
  headId,
  open,
  type,
  isKnown,
  text,
  mark,
  errors,
  selected,
  children,
}: RowToggleProps) {
  const { t } = useT()
  return (
    <button
      type="button"
      id={headId}
      data-part="toggle"
      aria-expanded={open}
      aria-controls={open ? `${headId}-body` : undefined}
      className={styles['toggle']}
    >
      {children}
      {selected && <VisuallyHidden>{t('galley:edit.rows.selected')}</VisuallyHidden>}{' '}
      <span data-row-label="" className={cx(styles['text'], text === '' && styles['untitled'])}>
        {!isKnown ? (
          <span className={styles['unknown']}>
            {t('galley:edit.rows.unknownBlock', { type: type ?? '' })}
          </span>
        ) : (
          <bdi>{text || (list.field.type === 'array' ? list.word : '')}</bdi>
        )}
      </span>{' '}
      <MarkWords mark={mark} quiet={open} />{' '}
      {errors > 0 && (
        <Pill tone="bad" icon={CircleAlert}>
          {t('galley:app.errorCount', { count: errors })}
        </Pill>
      )}
      {!list.readOnly && <span className={styles['menuRoom']} />}
      <RowIcon shape={open ? 'up' : 'down'} />
    </button>
  )
}

function GripButton({ name, helpId }: { name: string; helpId: string }) {
  const { t } = useT()
  return (
    <button
      type="button"
      data-part="grip"
      aria-label={t('galley:edit.rows.handle', { row: name })}
      aria-describedby={helpId}
      title={t('galley:edit.rows.drag')}
      className={styles['grip']}
    >
      <RowIcon shape="grip" />
    </button>
  )
}

function MenuButton({ name }: { name: string }) {
  const { t } = useT()
  return (
    <button
      type="button"
      data-part="menu"
      aria-label={t('galley:edit.rows.actions', { row: name })}
      aria-haspopup="menu"
      title={t('galley:edit.rows.actions', { row: name })}
      className={styles['menu']}
    >
      <RowIcon shape="more" />
    </button>
  )
}

/** The button that adds a row below this one; keyboard users have it in the row's menu. */
function InsertButton({ name }: { name: string }) {
  const { t } = useT()
  return (
    <button
      type="button"
      data-part="insert"
      tabIndex={-1}
      aria-label={t('galley:edit.rows.addBelow', { row: name })}
      title={t('general:addBelow')}
      className={styles['insert']}
    >
      <RowIcon shape="plus" small />
    </button>
  )
}

/** The text of a row's mark; of an open row only for screen readers, since its fields show their own. */
function MarkWords({ mark, quiet }: { mark: FieldMark; quiet: boolean }) {
  const { t } = useT()
  const icon = MARKS[mark]
  if (icon === undefined) return null
  const words = t(`galley:app.field.${mark}`)
  if (quiet) return <VisuallyHidden>{words}</VisuallyHidden>
  return (
    <span className={cx(styles['mark'], styles[`mark-${mark}`])}>
      <Icon icon={icon} size="small" />
      {words}
    </span>
  )
}
