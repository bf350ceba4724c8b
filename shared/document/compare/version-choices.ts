/** What a version is among those that one would compare with; `lastSaved`: the document without unsent edits. */
export type VersionRole =
  | 'previousVersion'
  | 'currentDraft'
  | 'currentlyPublished'
  | 'previouslyPublished'
  | 'specificVersion'
  | 'lastSaved'

export type ComparableVersion = { id: string; updatedAt: string }
export type VersionChoice<V extends ComparableVersion> = { version: V; roles: VersionRole[] }

export type ComparableVersions<V extends ComparableVersion> = {
  /** The one that is looked at. */
  viewed: V
  /** What it is compared with; null: nothing yet. */
  comparedWith: V | null
  /** The newest one older than the viewed one. */
  previous: V | null
  latestDraft: V | null
  currentlyPublished: V | null
  previouslyPublished: V | null
}

/**
 * What a version can be compared with at once, newest first, each with all that it is (S2.28). The viewed one is among
 * them only where it is what it is compared with.
 */
export function versionChoices<V extends ComparableVersion>(all: ComparableVersions<V>): VersionChoice<V>[] {
  const { viewed, comparedWith, previous, latestDraft, currentlyPublished, previouslyPublished } = all
  const choices = new Map<string, VersionChoice<V>>()
  const add = (version: V | null, role: VersionRole): void => {
    if (version === null) return
    const known = choices.get(version.id)
    if (known === undefined) choices.set(version.id, { version, roles: [role] })
    else known.roles.push(role)
  }
  add(previous, 'previousVersion')
  const isOutdated =
    latestDraft !== null && currentlyPublished !== null && time(currentlyPublished) > time(latestDraft)
  if (!isOutdated) add(latestDraft, 'currentDraft')
  add(currentlyPublished, 'currentlyPublished')
  if (previouslyPublished?.id !== currentlyPublished?.id) add(previouslyPublished, 'previouslyPublished')
  if (comparedWith !== null && !choices.has(comparedWith.id)) add(comparedWith, 'specificVersion')
  return [...choices.values()]
    .filter(({ version }) => version.id !== viewed.id || comparedWith?.id === viewed.id)
    .toSorted((a, b) => time(b.version) - time(a.version))
}

function time({ updatedAt }: ComparableVersion): number {
  return Date.parse(updatedAt)
}
