import type { Field } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import { formFields } from '../form/field-paths.ts'

const known = new WeakMap<Field[], Map<string, ReadonlySet<string>>>()

/** The paths of all fields that a container holds, where `path` is that of the container's own data. */
export function pathsWithin(fields: Field[], path: string): ReadonlySet<string> {
  const perPath = known.get(fields) ?? new Map<string, ReadonlySet<string>>()
  known.set(fields, perPath)
  const found = perPath.get(path)
  if (found) return found
  const made = new Set([...formFields(fields).keys()].map((inner) => joinPath(path, inner)))
  perPath.set(path, made)
  return made
}

export function countWithin(paths: ReadonlySet<string>, among: readonly string[]): number {
  return among.filter((path) => paths.has(path)).length
}
