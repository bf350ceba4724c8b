import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../icon/icon.tsx'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'

export type ButtonLinkProps = {
  to: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  'aria-label'?: string
  children: ReactNode
}

/** A link of the app that looks like a button. */
export function ButtonLink({
  to,
  variant = 'secondary',
  size = 'form',
  icon,
  children,
  ...aria
}: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClass(variant, size)} {...aria}>
      {icon !== undefined && <Icon icon={icon} />}
      <span>{children}</span>
    </Link>
  )
}
