/** Up to this size the whole file is checked at opening; it takes about 2 ms per MB. Larger ones are checked later. */
export const CHECK_LIMIT_BYTES = 64 * 1024 * 1024
