/**
 * Sent to an element that somebody is led to, before it gets the focus. Who knows a better place in it than its
 * beginning goes there and prevents the default.
 */
export const SHOW_EVENT = 'galley-show'
