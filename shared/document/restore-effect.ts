type Status = 'draft' | 'published' | null

export type RestoreEffectInput = {
  /** Without drafts a document is what is stored. */
  drafts: boolean
  isUpload: boolean
  /** People put the documents of its collection in an order, there or in lists of other documents. */
  isOrdered: boolean
  isLocalized: boolean
  asDraft: boolean
  /** `publishedIn`: where each locale has a status of its own. */
  version: { status: Status; publishedIn?: string[] }
  document: { status: Status; hasPublished: boolean | null; publishedIn?: string[] | null }
}

export type RestoreEffect = {
  /**
   * What becomes of what is published:
   * - stays: nothing of it changes
   * - changes: it is what the version holds from now on
   * - appears: nothing is published now, and will be
   * - goes: it is unpublished
   */
  published: 'stays' | 'changes' | 'appears' | 'goes'
  /** The locales in which it goes, where each has a status of its own. */
  goesIn: string[]
  allLocales: boolean
  /** The server does not bring back the file of then. */
  keepsFile: boolean
  /** The place among other documents is part of what a version holds. */
  movesBack: boolean
}

/**
 * What Payload does to a document whose version is restored. It writes the version over what is published, with the
 * status of the version: a draft of a published document takes it off the site. Only as a draft it lies beside that.
 */
export function restoreEffect(input: RestoreEffectInput): RestoreEffect {
  const { isLocalized, isUpload, isOrdered } = input
  const { published, goesIn = [] } = publishedAfter(input)
  return { published, goesIn, allLocales: isLocalized, keepsFile: isUpload, movesBack: isOrdered }
}

function publishedAfter({ drafts, asDraft, version, document }: RestoreEffectInput): {
  published: RestoreEffect['published']
  goesIn?: string[]
} {
  if (!drafts) return { published: 'changes' }
  if (asDraft) return { published: 'stays' }
  // Where it is not known whether something is published, it is said as if it were.
  const isPublished = document.status === 'published' || document.hasPublished !== false
  const { publishedIn } = version
  if (publishedIn !== undefined) {
    const goesIn = (document.publishedIn ?? []).filter((code) => !publishedIn.includes(code))
    if (goesIn.length > 0) return { published: 'goes', goesIn }
  }
  if (version.status === 'published') return { published: isPublished ? 'changes' : 'appears' }
  return { published: isPublished ? 'goes' : 'stays' }
}
