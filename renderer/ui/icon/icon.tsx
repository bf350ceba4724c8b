import type { LucideIcon } from 'lucide-react'
import { cx } from '../class-names.ts'
import styles from './icon.module.css'

export type IconProps = {
  icon: LucideIcon
  /** 16 px by default, 14 px small (pills, label rows), 20 px large (palette). */
  size?: 'small' | 'normal' | 'large'
  /** Mirrors a directional icon where text runs from right to left. */
  flip?: boolean
  className?: string | undefined
}

/** Decoration beside words; hidden from assistive technology. */
export function Icon({ icon: Shape, size = 'normal', flip = false, className }: IconProps) {
  return (
    <Shape
      aria-hidden="true"
      focusable="false"
      strokeWidth={1.9}
      className={cx(styles.icon, styles[size], flip && styles.flip, className)}
    />
  )
}
