import type { Shortcut } from '../key-cap/shortcut.ts'

/** Attributes from which {@link file://./tooltip.tsx} takes the text and the shortcut of a control. */
export type TooltipProps = { 'data-tooltip'?: string; 'data-tooltip-shortcut'?: Shortcut }

/**
 * Returns the attributes of a control for a tooltip with its name, reason or shortcut. The tooltip must not be the
 * only place that says it.
 * @param text null: no tooltip
 */
export function tooltipProps(text: string | null, shortcut?: Shortcut): TooltipProps {
  if (text === null) return {}
  return { 'data-tooltip': text, ...(shortcut !== undefined && { 'data-tooltip-shortcut': shortcut }) }
}
