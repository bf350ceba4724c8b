// The two policies of markup that windows/content-security-policy.ts allows.

type Policy = { createHTML: (text: string) => string | null }
/** The part of the browser's Trusted Types that is used; the types of the DOM do not have them yet. */
type PolicyFactory = {
  createPolicy: (name: string, rules: Policy) => { createHTML: (text: string) => string }
}

/**
 * Refuses text that is set as markup without a policy, except the empty text, by which React Aria's announcer
 * empties itself. Must run before anything else of the page.
 */
export function refuseMarkup(): void {
  policyFactory()?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })
}

/**
 * Parses HTML into a document in which nothing runs and nothing is fetched; it is read and never inserted.
 * The app parses markup nowhere else.
 */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(trusted(html), 'text/html')
}

let policy: { createHTML: (text: string) => string } | null = null

function trusted(html: string): string {
  policy ??= policyFactory()?.createPolicy('paste', { createHTML: (text) => text }) ?? null
  return policy === null ? html : policy.createHTML(html)
}

function policyFactory(): PolicyFactory | null {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  return isFactory(factory) ? factory : null
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
