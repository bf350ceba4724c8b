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
  /** Members of lists that are objects, but for the nodes of rich texts: Payload compares the invalid ones in pairs. */
  rows: 4_000,
  /** Characters of a name: a slug, an id, a locale, a time, an app. */
  name: 1_000,
  /** Characters of a text to make a slug of. */
  slugText: 10_000,
  /** Characters of a schema path, and names on it: more than any field of a site has. */
  schemaPath: 1_000,
  schemaSegments: 100,
  /** Documents of one app of which it is known that it has unsent edits. */
  unsentDocuments: 200,
  /** Documents of a list that are asked about at once, and plans of a collection that are read, the soonest first. */
  scheduledDocuments: 500,
  plans: 2_000,
  /** Documents of a list that are counted by the value of a field, and its values. */
  groupedDocuments: 200_000,
  groups: 2_000,
  /** Characters of the boundary of a form (RFC 2046), and places at which one is left out of the hash. */
  boundary: 70,
  boundaries: 2_000,
} as const
