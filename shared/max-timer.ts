/** The longest delay in milliseconds that setTimeout takes as it is: a longer one ends at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1
