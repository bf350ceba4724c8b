/** In an answer of the server, the value of what lets somebody in: it stays in main. */
export const WITHHELD = '[kept from the window]'
