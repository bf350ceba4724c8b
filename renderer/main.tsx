// Before the components: their own rules come later and win.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '@fontsource-variable/source-serif-4/wght-italic.css'
import './ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readAtStart } from './data/queries.ts'
import { createQueryClient } from './data/query-client.ts'

refuseMarkup()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const client = createQueryClient()
void readAtStart(client)
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)

/** The part of the browser's Trusted Types that is used; the types of the DOM do not have them yet. */
type PolicyFactory = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown
}

/**
 * Text that is set as markup without a policy is refused, but for none at all: React Aria's announcer empties itself
 * that way. Must run before anything else of the page (windows/content-security-policy.ts).
 */
function refuseMarkup(): void {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  if (isFactory(factory)) factory.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
