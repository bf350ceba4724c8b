import type { Shortcut } from '../key-cap/shortcut.ts'

/** Attributes by which {@link file://./tooltip.tsx} finds what a control says. */
export type TooltipProps = { 'data-tooltip'?: string; 'data-tooltip-shortcut'?: Shortcut }

/**
 * Name, reason or shortcut of a React Aria button on hover and focus; spread on the button. Never the only place of
 * information.
 * @param text null: no tooltip
 */
export function tooltipProps(text: string | null, shortcut?: Shortcut): TooltipProps {
  if (text === null) return {}
  return { 'data-tooltip': text, ...(shortcut !== undefined && { 'data-tooltip-shortcut': shortcut }) }
}
