type Policy = { createHTML: (text: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy }

/**
 * Parses HTML into a document in which nothing runs and nothing is fetched; it is read and never inserted.
 * The app parses markup nowhere else (windows/content-security-policy.ts names the policy).
 */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(trusted(html), 'text/html')
}

let policy: Policy | null = null

function trusted(html: string): string {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  if (!isFactory(factory)) return html
  policy ??= factory.createPolicy('paste', { createHTML: (text) => text })
  return policy.createHTML(html)
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
