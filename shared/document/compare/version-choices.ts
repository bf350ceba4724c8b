/** The role of a version among those to compare with; `lastSaved`: the document without unsent edits. */
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
  /** The version on the screen. */
  viewed: V
  /** The version it is compared with; null: none yet. */
  comparedWith: V | null
  /** The newest version before the viewed one. */
  previous: V | null
  latestDraft: V | null
  currentlyPublished: V | null
  previouslyPublished: V | null
}

/**
 * The versions to compare with, newest first, each with all its roles (S2.28). The viewed one is among them only if
 * it is the one compared with.
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
