/** Id of the one h1 of the window: it takes the focus on navigation, and the skip link leads to it. */
export const MAIN_HEADING_ID = 'main-heading'
