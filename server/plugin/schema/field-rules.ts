import type { Config, Field, FieldAccess, SanitizedConfig, Tab } from 'payload'

/** The read and update access of one field. Fields without such functions are left out. */
export type FieldRule = {
  /** Names on its path: of fields, and of the blocks around it. */
  readonly names: readonly string[]
  /** True if it is in rows or blocks, so that there may be many of it, or none. */
  readonly isInRows: boolean
  readonly read: FieldAccess | null
  readonly update: FieldAccess | null
}

type Way = {
  readonly names: readonly string[]
  readonly isInRows: boolean
  /** Slugs of the blocks around it, which may contain each other. */
  readonly blocks: readonly string[]
}

const known = new WeakMap<readonly Field[], readonly FieldRule[]>()

/** The rules of the fields of a collection or global; computed once per config. */
export function fieldRules(
  fields: readonly Field[],
  { blocks }: Pick<SanitizedConfig, 'blocks'>,
): readonly FieldRule[] {
  const before = known.get(fields)
  if (before) return before
  const made = rulesBelow(fields, { names: [], isInRows: false, blocks: [] }, blocks)
  known.set(fields, made)
  return made
}

function rulesBelow(fields: readonly (Field | Tab)[], way: Way, blocks: Config['blocks']): FieldRule[] {
  return fields.flatMap((field) => {
    const name = 'name' in field && typeof field.name === 'string' ? field.name : ''
    const names = name === '' ? way.names : [...way.names, name]
    const type = 'type' in field ? field.type : null
    const inner: Way = { ...way, names, isInRows: way.isInRows || type === 'array' || type === 'blocks' }
    const access = 'access' in field ? field.access : undefined
    const read = access?.read ?? null
    const update = access?.update ?? null
    return [
      ...(name !== '' && (read || update) ? [{ names, isInRows: way.isInRows, read, update }] : []),
      ...('fields' in field ? rulesBelow(field.fields, inner, blocks) : []),
      ...('tabs' in field ? rulesBelow(field.tabs, inner, blocks) : []),
      ...('blocks' in field
        ? [...field.blocks, ...(field.blockReferences ?? [])].flatMap((one) => {
            const block = typeof one === 'string' ? blocks?.find(({ slug }) => slug === one) : one
            if (!block || way.blocks.includes(block.slug)) return []
            const within = {
              ...inner,
              names: [...names, block.slug],
              blocks: [...way.blocks, block.slug],
            }
            return rulesBelow(block.fields, within, blocks)
          })
        : []),
    ]
  })
}
