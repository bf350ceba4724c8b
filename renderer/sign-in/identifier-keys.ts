/** Text keys of the identifier by which a collection's users sign in. */
export const IDENTIFIER_KEYS = {
  email: 'general:email',
  username: 'authentication:username',
  either: 'authentication:emailOrUsername',
} as const
