import { isPathSegment } from '../../shared/cms/addresses.ts'

/** The purpose of a link in the site's e-mails; `host`: null if the link has none. */
export type MailLink = { token: string; host: string | null } & (
  { kind: 'reset' } | { kind: 'verify'; slug: string }
)

/**
 * Reads text copied from an e-mail: a reset link (`…/reset/TOKEN`) or its code alone, or a verification link
 * (`…/SLUG/verify/TOKEN`), both also without a host, as some sites write them. Null for anything else.
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
