/** How wide a column can be made, in CSS pixels, and by how much a key does so. */
export const COLUMN_WIDTHS = { least: 64, most: 800, step: 16 } as const

/** In whole pixels, within the limits. */
export const boundedWidth = (width: number): number =>
  Math.round(Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, width)))
