import { isDeepStrictEqual } from 'node:util'
import { accessOperation } from 'payload'
import type { PayloadRequest, SanitizedPermissions } from 'payload'

/**
 * Permissions as GET /access gives them, of all locales together: what may be done in one of them may be done. Access by
 * `req.locale` would else be asked in the default locale alone, and hide from a translator all that is theirs (F100).
 * Where no rule of the site looks at the locale, one question is enough.
 */
export async function permissionsInLocales(req: PayloadRequest): Promise<SanitizedPermissions> {
  const own = req.locale
  let isRead = false
  const isThere = 'locale' in req
  const put = (property: PropertyDescriptor): void => {
    Object.defineProperty(req, 'locale', { ...property, configurable: true, enumerable: true })
  }
  put({
    get: () => {
      isRead = true
      return own
    },
    set: (value: unknown) => put({ value, writable: true }),
  })
  try {
    let all = await accessOperation({ req })
    const { localization } = req.payload.config
    if (localization === false || !isRead) return all
    for (const code of localization.localeCodes.filter((one) => one !== own)) {
      put({ value: code, writable: true })
      all = { ...all, ...eitherOf(all, await accessOperation({ req })) }
    }
    return all
  } finally {
    if (isThere) put({ value: own, writable: true })
    else delete req.locale
  }
}

type Tree = { readonly [name: string]: unknown }

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What either of two permissions allows. A yes without a condition is `true`; what is missing is a no. */
export function eitherOf(a: Tree, b: Tree): Tree {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries([...names].map((name) => [name, either(a[name], b[name])]))
}

function either(a: unknown, b: unknown): unknown {
  if (a === true || b === true) return true
  if (!isTree(a)) return b ?? a
  if (!isTree(b)) return a
  if (!('permission' in a) || !('permission' in b)) return eitherOf(a, b)
  // A condition, or a plain no.
  if (a['permission'] !== true) return b
  if (b['permission'] !== true || isDeepStrictEqual(a, b)) return a
  return 'where' in a && 'where' in b ? { permission: true, where: { or: [a['where'], b['where']] } } : true
}
