/** What loaders keep to (S9.16). */
export const LOADERS = {
  /** Milliseconds before anything is shown. */
  renderDelay: 500,
  /** Milliseconds between one line and the next. */
  stagger: 25,
  /** Height of one where nothing else is said, in px. */
  height: 60,
  /** Height of what stands in the place of a difference that is being read. */
  diffHeight: '8rem',
  /** Of an inline block whose schema is not here, in px. */
  inlineBlock: { height: 15, width: 40 },
} as const
