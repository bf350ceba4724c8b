import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import styles from './node.module.css'
import { useOwnEvents } from './own-events.ts'
import { partAttributes, type PartOfNode } from './part-of-node.ts'

export type NodeBoxProps = {
  /** Accessible name. */
  label: string
  /** Content of the head: kind and name of the node. */
  head: ReactNode
  bad?: boolean
  /** Identifies the element, see partOfNode. */
  part?: PartOfNode
  /** True if the body below the head is shown. */
  open?: boolean
  children?: ReactNode
}

type Props = NodeBoxProps & {
  /** Shown at the end of the head. */
  end?: ReactNode
  selected?: boolean
  onSelect?: (event: MouseEvent) => void
}

/**
 * The card of a node in a text. It is the same in the editor and in a static text, so that nothing moves when
 * the editor opens.
 */
export function NodeBox({
  label,
  head,
  bad = false,
  part,
  open = false,
  children,
  end,
  selected,
  onSelect,
}: Props) {
  const { dir } = useT()
  const place = useOwnEvents<HTMLDivElement>()
  return (
    <div
      ref={place}
      role="group"
      aria-label={label}
      {...partAttributes(part)}
      // The card belongs to the app, so it has the UI's direction, not that of the text.
      dir={dir}
      className={cx(styles['card'], bad && styles['card-bad'], selected === true && styles['selected'])}
    >
      {/* The keyboard selects it with the arrow keys of the text. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div data-part-head="" className={cx(styles['head'], open && styles['open'])} onClick={onSelect}>
        <div className={styles['about']}>{head}</div>
        {end !== undefined && <div className={styles['tools']}>{end}</div>}
      </div>
      {open && children !== undefined && <div className={styles['body']}>{children}</div>}
    </div>
  )
}
