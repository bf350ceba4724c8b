/** Longest delay of setTimeout in milliseconds: a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1
