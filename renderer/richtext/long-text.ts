/** From so many top-level nodes on the browser skips those of a text that are far from the screen. */
export const LONG_TEXT = 100
