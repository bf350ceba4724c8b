/** What a user of a collection signs in with, in words. */
export const IDENTIFIER_KEYS = {
  email: 'general:email',
  username: 'authentication:username',
  either: 'authentication:emailOrUsername',
} as const
