/** Times and sizes of loaders (S9.16). */
export const LOADERS = {
  /** Milliseconds before anything is shown. */
  renderDelay: 500,
  /** Milliseconds between two lines. */
  stagger: 25,
  /** Default height in px. */
  height: 60,
  /** Height of the placeholder of a difference that is being read. */
  diffHeight: '8rem',
  /** Placeholder of an inline block without its schema, in px. */
  inlineBlock: { height: 15, width: 40 },
} as const
