/** Longest name of a version, in characters. */
export const VERSION_NAME_LENGTH = 100

export type LabelledVersion = {
  id: string
  updatedAt: string
  status: 'draft' | 'published' | null
  publishedLocale: string | null
  /** The published locales, if each locale has a status of its own. */
  publishedIn?: string[]
}

export type VersionLabel = {
  /** Key below `version:` of the translations. */
  key: 'draft' | 'published' | 'currentDraft' | 'currentlyPublished' | 'previouslyPublished'
  pill: 'success' | 'light'
}

type VersionLabelInput = {
  version: LabelledVersion
  latestDraft: LabelledVersion | null
  currentlyPublished: LabelledVersion | null
  /** The viewer's locale; null without localization. */
  locale?: string | null
}

/** The label and pill of a version (S4.01-S4.05). */
export function versionLabel({
  version,
  latestDraft,
  currentlyPublished,
  locale = null,
}: VersionLabelInput): VersionLabel {
  // With a status per locale, the published content may come from several versions, so none is the current
  // one.
  if (version.publishedIn !== undefined && locale !== null) {
    return version.publishedIn.includes(locale)
      ? { key: 'published', pill: 'success' }
      : { key: 'draft', pill: 'light' }
  }
  if (version.status !== 'published') {
    const outdated =
      latestDraft !== null &&
      currentlyPublished !== null &&
      Date.parse(currentlyPublished.updatedAt) > Date.parse(latestDraft.updatedAt)
    return { key: !outdated && version.id === latestDraft?.id ? 'currentDraft' : 'draft', pill: 'light' }
  }
  if (version.publishedLocale !== null && locale !== null && version.publishedLocale !== locale)
    return { key: 'currentDraft', pill: 'light' }
  if (version.id === currentlyPublished?.id) return { key: 'currentlyPublished', pill: 'success' }
  return { key: 'previouslyPublished', pill: 'light' }
}
