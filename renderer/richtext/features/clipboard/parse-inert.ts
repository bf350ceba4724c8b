type Policy = { createHTML: (text: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy }

/**
 * Text from elsewhere as a document that is nowhere on the screen: nothing in it runs, and nothing is fetched for it.
 * The only place of this app that makes markup of text (windows/content-security-policy.ts names the policy). It is
 * read and never put into the page.
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
