import { ArrowUpDown, Minus, PencilLine, Plus } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import type { RowTag } from './part-words.ts'
import styles from './change-tag.module.css'

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
