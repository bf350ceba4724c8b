/** The value that replaces credentials in an answer for the window: they stay in main. */
export const WITHHELD = '[kept from the window]'
