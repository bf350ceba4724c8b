/** The part of the browser's Trusted Types that is used; the types of the DOM do not have them yet. */
type PolicyFactory = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown
}

/**
 * Text that is set as markup without a policy is refused, but for none at all: React Aria's announcer empties itself
 * that way. Must run before anything else of the page (windows/content-security-policy.ts).
 */
export function refuseMarkup(): void {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  if (isFactory(factory)) factory.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
