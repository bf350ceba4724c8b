import { isPathSegment } from '../../shared/cms/path-segment.ts'

/** What a link of an e-mail of the site is for; `host`: where it leads, null where it does not say. */
export type MailLink = { token: string; host: string | null } & (
  { kind: 'reset' } | { kind: 'verify'; slug: string }
)

/**
 * Reads what a person copied from an e-mail: the link to a new password (`…/reset/TOKEN`), the link that says that an
 * address is theirs (`…/SLUG/verify/TOKEN`), either without its host, as a site writes it that does not know its own
 * address, or the code of the first alone. Null for anything else.
 */
export function readMailLink(typed: string): MailLink | null {
  const text = typed.trim()
  if (/^[\w-]{8,200}$/.test(text)) return { kind: 'reset', token: text, host: null }
  const isPath = /^\/[^/\\]/.test(text)
  const address = isPath ? `http://site.invalid${text}` : text
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { host: named, pathname } = new URL(address)
  const host = isPath ? null : named
  const steps = pathname.split('/').flatMap((step) => (step === '' ? [] : [decoded(step)]))
  const [slug, kind, token] = steps.slice(-3)
  if (kind === 'verify' && isName(slug) && isName(token)) return { kind, slug, token, host }
  const [page, code] = steps.slice(-2)
  return page === 'reset' && isName(code) ? { kind: page, token: code, host } : null
}

function isName(step: string | null | undefined): step is string {
  return step != null && isPathSegment(step)
}

function decoded(step: string): string | null {
  try {
    return decodeURIComponent(step)
  } catch {
    return null
  }
}
