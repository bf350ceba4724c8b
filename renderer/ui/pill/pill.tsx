import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './pill.module.css'

export type PillTone = 'plain' | 'ok' | 'warn' | 'bad' | 'ink' | 'outline'

/** A short label, such as that of a version, a count or a block type. It cannot be pressed. */
export function Pill({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: PillTone
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span className={cx(styles['pill'], styles[tone])}>
      {icon !== undefined && <Icon icon={icon} size="small" />}
      {children}
    </span>
  )
}
