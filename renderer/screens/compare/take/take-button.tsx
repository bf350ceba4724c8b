import { Minus, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { TakenPart } from '../../../../shared/document/compare/take-part.ts'
import { useT } from '../../../i18n/use-t.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { tooltipProps } from '../../../ui/tooltip/tooltip-props.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { useCompare } from '../compare-context.tsx'
import styles from './take-button.module.css'

/** The button that takes a part of a version into the document; nothing if no edit is possible. */
export function TakeButton({ part, name }: { part: TakenPart; name: string }) {
  const { taking } = useCompare()
  const { t } = useT()
  const offer = useMemo(() => taking?.offerOf(part) ?? null, [taking, part])
  const first = offer?.edits[0]
  if (offer === null || first === undefined) return null
  const isOfRow = part.kind === 'row' && first.kind === 'rows'
  const [id = ''] = part.kind === 'row' && part.id !== null ? [part.id] : []
  const kind =
    part.kind === 'value'
      ? 'value'
      : part.kind === 'rows'
        ? 'rows'
        : isOfRow && Object.hasOwn(first.added, id)
          ? 'add'
          : isOfRow && Object.hasOwn(first.removed, id)
            ? 'remove'
            : 'row'
  return (
    // A native button, since a long comparison has hundreds of them.
    <button
      {...tooltipProps(t('galley:compare.take.hint'))}
      type="button"
      className={cx(buttonClass('quiet', 'row'), styles['take'], part.kind === 'value' && styles['of-field'])}
      onClick={offer.take}
    >
      <span className={cx(styles['sign'], styles[offer.side])}>
        <Icon icon={offer.side === 'before' ? Minus : Plus} size="small" />
      </span>
      <span className={styles['words']}>
        {t(`galley:compare.take.${kind}`, { version: offer.version })}
        <VisuallyHidden>{`: ${name}, ${t(offer.side === 'before' ? 'galley:sync.removed' : 'galley:sync.added')}`}</VisuallyHidden>
      </span>
    </button>
  )
}
