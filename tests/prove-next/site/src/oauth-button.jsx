import { hasIdentityProvider } from './single-sign-on.js'

/** Below the log-in: leads to the identity provider and from there to where one wanted to go. */
export function OAuthButton({ searchParams }) {
  const redirect = new URLSearchParams({ redirect: searchParams?.redirect ?? '/admin' })
  return hasIdentityProvider ? (
    <a href={`/api/oauth/start?${redirect}`}>Log in with the company account</a>
  ) : null
}
