/** Backgrounds that are offered: light ones, for the site's own pages as well as for the editor. */
export const CELL_COLOURS = {
  grey: '#efedea',
  blue: '#e1ecf8',
  green: '#e0f2e6',
  amber: '#fcefd2',
  red: '#fae3e0',
} as const
export type CellColour = keyof typeof CELL_COLOURS

/** Returns the name of a stored colour in CELL_COLOURS; null: another colour. */
export function cellColour(stored: string): CellColour | null {
  const all: CellColour[] = ['grey', 'blue', 'green', 'amber', 'red']
  return all.find((name) => CELL_COLOURS[name] === stored.toLowerCase()) ?? null
}

/**
 * True if text on a colour has to be dark. Null: the colour is transparent, or neither a hash nor `rgb(1, 2, 3)` as a
 * browser computes it.
 */
export function needsDarkText(colour: string): boolean | null {
  const [red, green, blue, alpha = 1] = partsOf(colour.trim().toLowerCase())
  if (red === undefined || green === undefined || blue === undefined || !(alpha >= 0.5)) return null
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140
}

function partsOf(colour: string): number[] {
  const hash = /^#([\da-f]{3}|[\da-f]{6})$/.exec(colour)?.[1]
  if (hash !== undefined) {
    const long = hash.length === 3 ? hash.replace(/./g, '$&$&') : hash
    return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
  }
  return (
    /^rgba?\(([\d\s.,/]+)\)$/
      .exec(colour)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number) ?? []
  )
}
