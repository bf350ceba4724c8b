/** `bg-chrome` and `text-2` of the design tokens, used before the page has painted. */
export const WINDOW_COLORS = {
  light: { background: '#f2f0ed', symbols: '#55524c' },
  dark: { background: '#13110f', symbols: '#bab7b1' },
} as const

/** Height of the title bar in CSS pixels. */
export const TITLE_BAR_HEIGHT = 40

/** The colours and height of the window buttons that the system draws. */
export function titleBarOverlay(dark: boolean): { color: string; symbolColor: string; height: number } {
  const colors = WINDOW_COLORS[dark ? 'dark' : 'light']
  return { color: colors.background, symbolColor: colors.symbols, height: TITLE_BAR_HEIGHT }
}

export function windowBackground(dark: boolean): string {
  return WINDOW_COLORS[dark ? 'dark' : 'light'].background
}
