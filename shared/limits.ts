/**
 * Limits for data from outside: sizes in bytes or characters, depths, counts. docs/security.md lists where each
 * applies. The companion has its own, in server/plugin/limits.ts.
 */
export const LIMITS = {
  /** Characters of an address that is handed to the system. */
  externalAddress: 4_096,
  /** Characters of a mail address: 64 before its `@`, 255 behind it (RFC 5321). */
  mailAddress: 320,
  /** Characters of a number as people write it: the longest one without an exponent has 325 places. */
  number: 400,
  /** Characters of a line of an error's stack; longer lines contain no file position. */
  stackLine: 1_000,
  /** Characters of two texts together that are compared by character. */
  comparedText: 200_000,
  /** Items removed and added between two lists of words, lines or characters; more differ as a whole. */
  comparedEdits: 1_500,
  /** Steps of comparing two lists, at most: their length times the edits between them. */
  comparedSteps: 20_000_000,
  /**
   * Rows in all lists of two versions together; once there are more, further lists are compared as one value.
   */
  comparedRows: 20_000,
  /** Fields, or rows, of one list of a comparison that are drawn at once. */
  comparedParts: 300,
  /** Bytes of a stored version, packed and unpacked. */
  keptVersion: 256 * 1024 * 1024,
  /** Characters of the address of a server. */
  serverAddress: 2_048,
  /** Bytes of a picture that a window shows. */
  picture: 64 * 1024 * 1024,
  /** Pixels of a shown picture, by its header: each takes four bytes when drawn. */
  pixels: 200_000_000,
  /** Characters of one header of an answer; a longer header is dropped. */
  header: 16_384,
  /** Headers of one answer. */
  headers: 200,
  /** Characters of the realm that a proxy shows with its log-in; a longer one is dropped. */
  realm: 200,
  /** Characters of a site's upload address, and number of its headers. */
  uploadAddress: 8_192,
  uploadHeaders: 30,
  /** Characters of pasted formatted content. */
  paste: 8 * 1024 * 1024,
  /** Characters of the id of a document that a paste names. */
  pastedId: 128,
  /** Bytes of the policy file. */
  policy: 64 * 1024,
  /** Bytes of the feed that names the newest version. */
  updateFeed: 64 * 1024,
  /** Bytes of an answer in JSON. */
  answer: 64 * 1024 * 1024,
  /** Lists and objects inside of each other, in answers, in what crosses IPC, in the database. */
  depth: 200,
  /** Fields of one document that a user may not read, or not change, by their names: more than any site has. */
  deniedFields: 10_000,
  /** Bytes of a file that the server fetches for a collection whose files have no limit. */
  fetchedFile: 2 * 1024 ** 3,
} as const
