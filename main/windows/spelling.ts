/**
 * Whether the system checks spelling itself. Elsewhere Chromium would fetch its dictionaries from a third party as soon
 * as somebody types, and so is not asked to.
 */
export const BRINGS_DICTIONARIES = process.platform === 'darwin'
