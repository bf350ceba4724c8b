import type { InvalidPlace } from '../../form/form-context.tsx'

/** Returns the number of invalid fields by row id; rows without any are absent. */
export function rowErrors(
  listPath: string,
  invalid: readonly Pick<InvalidPlace, 'path'>[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const prefix = `${listPath}.`
  for (const { path } of invalid) {
    if (!path.startsWith(prefix)) continue
    const [id = ''] = path.slice(prefix.length).split('.')
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
