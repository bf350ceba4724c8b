import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import styles from './node.module.css'
import { useOwnEvents } from './own-events.ts'
import { partAttributes, type PartOfNode } from './part-of-node.ts'

export type NodeBoxProps = {
  /** The name for assistive technology. */
  label: string
  /** In the head: what it is. */
  head: ReactNode
  bad?: boolean
  /** By which its element is found, see partOfNode. */
  part?: PartOfNode
  /** With something below the head. */
  open?: boolean
  children?: ReactNode
}

type Props = NodeBoxProps & {
  /** At the end of the head. */
  end?: ReactNode
  selected?: boolean
  onSelect?: (event: MouseEvent) => void
}

/** A card in a text: the same whether the text is edited or only shown, so that nothing moves in between. */
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
      // It is a part of the program, in whatever direction the text around it runs.
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
