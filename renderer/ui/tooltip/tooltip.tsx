import type { ReactElement } from 'react'
import { Tooltip as RacTooltip, TooltipTrigger } from 'react-aria-components'
import { KeyCap } from '../key-cap/key-cap.tsx'
import type { Shortcut } from '../key-cap/shortcut.ts'
import styles from './tooltip.module.css'

export type TooltipProps = {
  /** null: no tooltip, only the child. */
  text: string | null
  shortcut?: Shortcut | undefined
  placement?: 'top' | 'bottom' | 'start' | 'end'
  /** A control that takes the focus: a Button of this folder, or anything inside react-aria's Focusable. */
  children: ReactElement
}

/** Name, reason or shortcut of a control on hover and focus, after 600 ms. Never the only place of information. */
export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={600} closeDelay={0} isDisabled={text === null}>
      {children}
      <RacTooltip className={styles['tooltip'] ?? ''} offset={6} placement={placement}>
        <span>{text}</span>
        {shortcut !== undefined && <KeyCap shortcut={shortcut} plain />}
      </RacTooltip>
    </TooltipTrigger>
  )
}
