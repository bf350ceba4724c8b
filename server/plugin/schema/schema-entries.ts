import type { Block, Field, FieldSchemaMap, RichTextField, SanitizedConfig, Tab, TabAsField } from 'payload'
import { fieldAffectsData, getFieldPaths, tabHasName } from 'payload/shared'
import { blockAccess, fieldAccess, fieldsBelow, mayRead } from './readable-config.ts'
import type { FieldsAccess } from './readable-config.ts'

/** An entry with a schema path: a field, a tab, a block, or the fields of a drawer. */
export type SchemaEntry = Field | Tab | Block | { fields: Field[] }

type Translation = Parameters<NonNullable<RichTextEditor['generateSchemaMap']>>[0]['i18n']
type RichTextEditor = Exclude<NonNullable<RichTextField['editor']>, (...input: never[]) => unknown>

/** The first segment of paths in a block of the site: its fields are listed once, not wherever it is used. */
export function blockRoot(slug: string): string {
  return `block:${slug}`
}

/**
 * Collects everything in a config by Payload's schema path; referenced blocks are listed once, below `block:<slug>`,
 * as Payload's own map repeats them at each use, endlessly if they contain each other.
 */
export function createSchemaEntries(config: SanitizedConfig, i18n: Translation) {
  const entries: FieldSchemaMap = new Map()
  const waiting: string[] = []
  const met = new Map<string, unknown>()
  /** Blocks that only rich texts use, for which there are no permissions. */
  const inText = new Set<string>()
  // Payload visits the contents of rich text editors itself, and finds the referenced blocks empty there.
  const emptyBlocks = { ...config, blocks: (config.blocks ?? []).map((block) => ({ ...block, fields: [] })) }

  /** The blocks of a field. Like Payload, it takes the permissions of a referenced block once, for all uses. */
  function blocksOf(field: Extract<Field, { type: 'blocks' }>, access: unknown): Block[] {
    return (field.blockReferences ?? field.blocks).flatMap((item) => {
      if (typeof item !== 'string') return [item]
      if (met.has(item)) {
        if (inText.delete(item)) met.set(item, blockAccess(access, item))
        return []
      }
      met.set(item, blockAccess(access, item))
      waiting.push(item)
      return []
    })
  }

  function walk(
    fields: (Field | TabAsField)[],
    parentIndexPath: string,
    parentSchemaPath: string,
    level: FieldsAccess,
  ): void {
    for (const [index, field] of fields.entries()) {
      const isNamed = 'name' in field && Boolean(field.name)
      const access = isNamed ? fieldAccess(level, field.name ?? '') : null
      if (isNamed && !mayRead(access)) continue
      const below = isNamed ? fieldsBelow(access) : level
      const { indexPath, schemaPath } = getFieldPaths({ field, index, parentIndexPath, parentSchemaPath })
      entries.set(schemaPath, field)
      switch (field.type) {
        case 'array':
          walk(field.fields, '', schemaPath, below)
          break
        case 'blocks':
          for (const block of blocksOf(field, access)) {
            const path = `${schemaPath}.${block.slug}`
            entries.set(path, block)
            walk(block.fields, '', path, fieldsBelow(blockAccess(access, block.slug)))
          }
          break
        case 'collapsible':
        case 'row':
          walk(field.fields, indexPath, schemaPath, below)
          break
        case 'group':
          walk(field.fields, fieldAffectsData(field) ? '' : indexPath, schemaPath, below)
          break
        case 'tab':
          walk(field.fields, tabHasName(field) ? '' : indexPath, schemaPath, below)
          break
        case 'tabs':
          walk(
            field.tabs.map((tab): TabAsField => ({ ...tab, type: 'tab' })),
            indexPath,
            schemaPath,
            below,
          )
          break
        case 'richText':
          addEditor(field, schemaPath)
          break
        default:
      }
    }
  }

  /** Adds the blocks of a rich text; if a blocks field has them as well, its permissions count. */
  function blocksInText(field: Extract<Field, { type: 'blocks' }>): void {
    const named = (field.blockReferences ?? field.blocks).filter((item) => typeof item === 'string')
    const first = named.filter((slug) => !met.has(slug))
    blocksOf({ ...field, blockReferences: first }, true)
    for (const slug of first) inText.add(slug)
  }

  /** Adds the fields of an editor's features: those of their blocks and drawers. */
  function addEditor(field: RichTextField, schemaPath: string): void {
    if (!field.editor || typeof field.editor === 'function') return
    const inside: FieldSchemaMap = new Map()
    field.editor.generateSchemaMap?.({ config: emptyBlocks, field, i18n, schemaMap: inside, schemaPath })
    for (const [path, entry] of inside) {
      entries.set(path, entry)
      if ('type' in entry && entry.type === 'blocks') blocksInText(entry)
    }
  }

  return {
    /** The permissions of the referenced blocks, by slug. */
    blocks: met as ReadonlyMap<string, unknown>,
    /** Adds the readable fields of a collection or global. */
    add(slug: string, fields: Field[], readable: FieldsAccess = true): void {
      entries.set(slug, { fields })
      walk(fields, '', slug, readable)
    },
    /** All added entries, with the blocks that they refer to. */
    finish(): FieldSchemaMap {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const slug = next
        const block = (config.blocks ?? []).find((one) => one.slug === slug)
        if (!block) continue
        entries.set(blockRoot(slug), block)
        walk(block.fields, '', blockRoot(slug), fieldsBelow(met.get(slug)))
      }
      return entries
    },
  }
}

/**
 * The fields at Payload's schema path, through referenced blocks; empty if there are none. Each step through a block
 * shortens the path, so blocks that contain each other do no harm.
 */
export function schemaFields(entries: FieldSchemaMap, schemaPath: string): Field[] {
  for (let path: string | null = schemaPath; path !== null; path = throughReference(entries, path)) {
    const entry = entries.get(path)
    if (entry === undefined) continue
    if ('fields' in entry && Array.isArray(entry.fields)) {
      // An editor has the referenced blocks without their fields.
      if (entry.fields.length > 0) return entry.fields
    } else if ('type' in entry) return [entry]
  }
  return []
}

/** All entries on a schema path, the last one included: fields, tabs, blocks. */
export function entriesOnTheWay(entries: FieldSchemaMap, schemaPath: string): SchemaEntry[] {
  const found: SchemaEntry[] = []
  for (let path: string | null = schemaPath; path !== null; path = throughReference(entries, path)) {
    const segments = path.split('.')
    for (const index of segments.keys()) {
      const entry = entries.get(segments.slice(0, index + 1).join('.'))
      if (entry) found.push(entry)
    }
  }
  return found
}

/** A schema path, rewritten to start from the innermost referenced block on it; null: there is none. */
function throughReference(entries: FieldSchemaMap, path: string): string | null {
  const segments = path.split('.')
  for (let end = segments.length - 1; end > 0; end -= 1) {
    const field = entries.get(segments.slice(0, end).join('.'))
    const slug = segments[end] ?? ''
    if (field === undefined || !('type' in field) || field.type !== 'blocks') continue
    if (field.blockReferences?.includes(slug)) return [blockRoot(slug), ...segments.slice(end + 1)].join('.')
  }
  return null
}
