/** Takes the place of a version id: the document at the time of its deletion. */
export const LAST_STATE = 'last-state'
