type Status = 'draft' | 'published' | null

export type RestoreEffectInput = {
  /** False: there are no drafts, so the stored document is the only one. */
  drafts: boolean
  isUpload: boolean
  /** True if documents have a manual order, in their list or in joins. */
  isOrdered: boolean
  isLocalized: boolean
  asDraft: boolean
  /** `publishedIn`: set if each locale has a status of its own. */
  version: { status: Status; publishedIn?: string[] }
  document: { status: Status; hasPublished: boolean | null; publishedIn?: string[] | null }
}

export type RestoreEffect = {
  /**
   * The effect on the published document:
   * - stays: it does not change
   * - changes: it gets the content of the version
   * - appears: nothing is published now, and will be
   * - goes: it is unpublished
   */
  published: 'stays' | 'changes' | 'appears' | 'goes'
  /** The locales that are unpublished, if each has a status of its own. */
  goesIn: string[]
  allLocales: boolean
  /** True if the file stays: the server does not restore the old one. */
  keepsFile: boolean
  /** True if the restore changes the document's position in an order, as versions contain the order key. */
  movesBack: boolean
}

/**
 * The effect of restoring a version in Payload: it overwrites the published document, status included, so a draft
 * unpublishes it. Restored as a draft, it leaves the published version alone.
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
  // If it is unknown whether the document is published, it is treated as published.
  const isPublished = document.status === 'published' || document.hasPublished !== false
  const { publishedIn } = version
  if (publishedIn !== undefined) {
    const goesIn = (document.publishedIn ?? []).filter((code) => !publishedIn.includes(code))
    if (goesIn.length > 0) return { published: 'goes', goesIn }
  }
  if (version.status === 'published') return { published: isPublished ? 'changes' : 'appears' }
  return { published: isPublished ? 'goes' : 'stays' }
}
