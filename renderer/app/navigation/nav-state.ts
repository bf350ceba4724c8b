/**
 * How an entry of the navigation stands to the current page (S2.20): `exact` is marked and no link, `within` is
 * marked and still a link. `/collections/post` is not within `/collections/posts`.
 */
export function navState(pathname: string, href: string): 'exact' | 'within' | null {
  if (pathname === href) return 'exact'
  return href !== '/' && pathname.startsWith(`${href}/`) ? 'within' : null
}
