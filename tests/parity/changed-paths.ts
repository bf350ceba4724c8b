/** The paths at which two JSON values differ; a part that only one of them has is one path. */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (before === after) return []
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) =>
      changedPaths(before[key], after[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [path]
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** True where the path is one of these, or inside it. */
export function isWithin(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}.`))
}
