import type { ComparedGroup, ComparedRow, ComparedValue } from '../../../shared/document/compare/compared.ts'
import { type UseT, useT } from '../../i18n/use-t.ts'
import { ArrowUpDown, Minus, PencilLine, Plus } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './change-tag.module.css'

/** Returns the label of a field; its name if the schema does not have it. */
export function valueLabel({ name, label: own }: ComparedValue, { t, label }: UseT): string {
  if (own === null && name === 'blockName') return t('galley:compare.blockName')
  return label(own) || name
}

/** Returns the label of a container: its label, its name, else that it has none (S3.03). */
export function groupLabel({ name, label: own }: ComparedGroup, { t, label }: UseT): string {
  return label(own) || (name ?? `<${t('version:noLabelGroup')}>`)
}

/** Returns `Item 01`, `Block 02` (S2.37): numbered in the newer version, a removed row in the older one. */
export function rowLabelText(row: ComparedRow, { t }: UseT): string {
  return `${t(row.field.type === 'blocks' ? 'fields:block' : 'general:item')} ${rowNumber(row.is ?? row.was ?? 0)}`
}

function rowNumber(number: number): string {
  return String(number).padStart(2, '0')
}

export type RowTag = { kind: 'added' | 'removed' | 'changed' } | { kind: 'moved'; from: string }

/** Returns the kinds of change of a row. */
export function rowTags({ was, is, isMoved, changed, parts }: ComparedRow): RowTag[] {
  if (was === null) return [{ kind: 'added' }]
  if (is === null) return [{ kind: 'removed' }]
  const isEdited = parts.some((part) => part.changed > 0)
  return [
    ...(isMoved ? [{ kind: 'moved', from: rowNumber(was) } as const] : []),
    ...(changed > 0 && isEdited ? [{ kind: 'changed' } as const] : []),
  ]
}

const ICONS = { added: Plus, removed: Minus, changed: PencilLine, moved: ArrowUpDown } as const

/** The kind of a change, by icon and text. `iconOnly`: the text is only for screen readers. */
export function ChangeTag({ tag, iconOnly = false }: { tag: RowTag; iconOnly?: boolean }) {
  const { t } = useT()
  const words =
    tag.kind === 'moved'
      ? t('galley:compare.movedFrom', { number: tag.from })
      : t(`galley:compare.${tag.kind}`)
  return (
    <span className={cx(styles['tag'], styles[tag.kind])}>
      <Icon icon={ICONS[tag.kind]} size="small" />
      {iconOnly ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </span>
  )
}
