/** Least and most width of a column that a person sets, and the step of a key, in CSS pixels. */
export const COLUMN_WIDTHS = { least: 64, most: 800, step: 16 } as const

/** Returns a width in whole pixels, within the limits. */
export const boundedWidth = (width: number): number =>
  Math.round(Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, width)))
