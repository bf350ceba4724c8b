/** Backgrounds that are offered: light ones, for the site's own pages as well as for this one. */
export const CELL_COLOURS = {
  grey: '#efedea',
  blue: '#e1ecf8',
  green: '#e0f2e6',
  amber: '#fcefd2',
  red: '#fae3e0',
} as const
export type CellColour = keyof typeof CELL_COLOURS

/** Which of them a stored colour is; null: another one. */
export function cellColour(stored: string): CellColour | null {
  const all: CellColour[] = ['grey', 'blue', 'green', 'amber', 'red']
  return all.find((name) => CELL_COLOURS[name] === stored.toLowerCase()) ?? null
}

/**
 * Whether text on a colour, as a browser computes it (`rgb(1, 2, 3)`), has to be dark; null: the colour lets through
 * what is behind it, or is none.
 */
export function needsDarkText(computed: string): boolean | null {
  const parts =
    /^rgba?\(([^)]+)\)$/
      .exec(computed)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number) ?? []
  const [red, green, blue, alpha = 1] = parts
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return null
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140
}
