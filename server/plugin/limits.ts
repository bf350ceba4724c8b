/**
 * The companion's limits for data from outside: sizes, depths and counts. docs/security.md lists where each applies.
 * The app has its own, in shared/limits.ts.
 */
export const LIMITS = {
  /** Bytes of the body of one of the companion's own endpoints. */
  body: 4 * 1024 * 1024,
  /** Lists and objects inside of each other. */
  depth: 100,
  /** Values of a body in all, lists and objects included. */
  values: 200_000,
  /**
   * List members that are objects, except nodes of rich texts: Payload compares the invalid ones in pairs.
   */
  rows: 4_000,
  /** Characters of a name: a slug, an id, a locale, a time, an app. */
  name: 1_000,
  /** Characters of a text to make a slug of. */
  slugText: 10_000,
  /** Characters of a schema path, and names on it: more than any field of a site has. */
  schemaPath: 1_000,
  schemaSegments: 100,
  /** Documents that one app can report as having unsent edits. */
  unsentDocuments: 200,
  /**
   * Documents whose plans are requested at once, and plans of a collection that are read, the soonest first.
   */
  scheduledDocuments: 500,
  plans: 2_000,
  /** Documents of a list that are counted by the value of a field, and groups that come out of it. */
  groupedDocuments: 200_000,
  groups: 2_000,
  /** Characters of a form's boundary (RFC 2046), and occurrences of it that are left out of the hash. */
  boundary: 70,
  boundaries: 2_000,
} as const
