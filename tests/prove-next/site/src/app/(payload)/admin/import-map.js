import { OAuthButton } from '../../../oauth-button.jsx'

/** The site's own component, by the path in its config; no document is opened here. */
export const importMap = { '/oauth-button.jsx#OAuthButton': OAuthButton }
