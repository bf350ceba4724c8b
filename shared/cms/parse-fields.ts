import type { FieldTypes, ParseContext } from '../fields/field-type.ts'
import { parseEditor } from '../fields/richText/parse-editor.ts'
import { own } from '../json.ts'
import type { FieldBase } from './field-base.ts'
import type { Raw } from './read-value.ts'
import {
  parseLabels,
  read,
  readJson,
  readLabel,
  readLabelOr,
  readList,
  readObject,
  readText,
} from './read-value.ts'
import { blockRoot, editorRoot, fieldSchemaPath, inRichText } from './schema-path.ts'
import type { Block, Field, RichTextEditor } from './schema-model.ts'
import type { SchemaProblem } from './schema-problem.ts'
import { showsLocales } from './virtual-field.ts'

/** Largest number of fields; a block of the whole site counts once or twice however often it is used. */
export const MAX_FIELDS = 50_000
/** Deepest nesting of fields; a block that is defined for the whole site starts again at the top. */
export const MAX_DEPTH = 40
/** Longest name or slug, in characters; more than a database takes. */
const MAX_NAME = 1_000
/** Longest total of all schema paths, in characters: each repeats the names around it. */
const MAX_PATHS = 20_000_000

/** The parts of a site's config that are the same for all its fields. */
export type SiteParts = {
  types: FieldTypes
  hasLocalization: boolean
  /** Codes of the site's locales. */
  locales: readonly string[]
  /** Longest text if a field has no maxLength; null if the site has no limit either (S5.06). */
  maxTextLength: number | null
  /** Properties that the client config lacks, by schema path. */
  extras: Raw
  /** The blocks that are defined for the whole site, by slug. */
  blocks: ReadonlyMap<string, Raw>
  /** Keys of editors by the schema path of their rich text field. */
  richText: Raw
  /** Editors by key. */
  editors: Raw
  /** The raw fields of a collection. */
  fieldsOf: (slug: string) => unknown
}

export type FieldParser = {
  /** The fields of a collection or global. Their blocks have no fields until `finish`. */
  parse: (fields: unknown, schemaPath: string) => Field[]
  /** Parses the fields of the blocks met so far. Returns why the schema is too large, or null. */
  finish: () => SchemaProblem | null
}

/** The position of fields in the schema. */
type FieldPlace = {
  schemaPath: string
  /** True if no field above already holds one value per locale. */
  mayLocalize: boolean
  depth: number
  /** The raw fields of the collection or global; undefined within parts that several of them share. */
  entity?: unknown
}

/**
 * Parses fields; unknown types become `unknown`. Blocks and rich text editors are parsed once, or twice if used
 * inside and outside of localized fields, and then shared: blocks may contain each other.
 */
export function createFieldParser(site: SiteParts): FieldParser {
  const unread: (() => void)[] = []
  const limits = createLimits()
  const paths = createServerPaths()
  const later = (work: () => void): void => void unread.push(work)
  const parts: SharedParts = { site, limits, paths, later, parseFields }
  const blocks = createSharedBlocks(parts)
  const editors = createSharedEditors(parts)

  function parseFields(value: unknown, place: FieldPlace): Field[] {
    limits.deepen(place.depth)
    if (limits.problem() !== null) return []
    return readList(value).flatMap((item, index) => {
      const field = parseField(readObject(item), index, place)
      return field === null ? [] : [field]
    })
  }

  function parseField(raw: Raw, index: number, place: FieldPlace): Field | null {
    const rawType = readText(raw['type'])
    if (rawType === null) return null
    limits.countField()
    if (limits.problem() !== null) return null
    const type = own(site.types, rawType) ?? site.types.unknown
    const context = contextOf(raw, index, place, rawType)
    if (limits.problem() !== null) return null
    const base = fieldBase(raw, context)
    if (type.kind === 'container') return type.parse(raw, base, context)
    const { name } = context
    return name === null
      ? null
      : type.parse(raw, { ...base, ...namedBase(raw, name, context, place) }, context)
  }

  function contextOf(raw: Raw, index: number, place: FieldPlace, rawType: string): ParseContext {
    const name = readName(raw['name'])
    const schemaPath = fieldSchemaPath(place.schemaPath, name, index)
    limits.measure(name, schemaPath)
    const localized =
      name !== null &&
      place.mayLocalize &&
      (raw['localized'] === true || showsLocales(raw, place.entity, site.fieldsOf))
    const within: FieldPlace = {
      schemaPath,
      mayLocalize: place.mayLocalize && !localized,
      depth: place.depth + 1,
      entity: place.entity,
    }
    return {
      rawType,
      name,
      schemaPath,
      localized,
      mayLocalizeInside: within.mayLocalize,
      locales: site.locales,
      maxTextLength: site.maxTextLength,
      extra: paths.atPath(site.extras, schemaPath),
      parseFields: (fields) => parseFields(fields, within),
      parseBlocks: (owner) => parseBlocks(owner, within),
      parseEditor: () => editors.of(schemaPath, within.mayLocalize),
      inside: (inner, at) => contextOf(inner, at, within, rawType),
    }
  }

  /** Parses blocks given inline, or by the slug of a block of the site (S3.02). Unknown slugs are left out. */
  function parseBlocks(owner: Raw, place: FieldPlace): Block[] {
    const references = readList(owner['blockReferences'])
    const given = references.length > 0 ? references : readList(owner['blocks'])
    const seen = new Set<string>()
    return given.flatMap((item) => {
      const shared = typeof item === 'string' ? site.blocks.get(item) : undefined
      const raw = typeof item === 'string' ? shared : readObject(item)
      const slug = readText(raw?.['slug'])
      if (raw === undefined || slug === null || seen.has(slug)) return []
      seen.add(slug)
      const at: FieldPlace = shared
        ? { schemaPath: blockRoot(slug), mayLocalize: place.mayLocalize, depth: 0 }
        : { ...place, schemaPath: `${place.schemaPath}.${slug}` }
      return [blocks.of(raw, slug, at)]
    })
  }

  return {
    parse(fields, schemaPath) {
      limits.measure(schemaPath, schemaPath)
      return parseFields(fields, { schemaPath, mayLocalize: site.hasLocalization, depth: 0, entity: fields })
    },
    finish() {
      for (let next = unread.pop(); next !== undefined && limits.problem() === null; next = unread.pop())
        next()
      return limits.problem()
    },
  }
}

/** Counts what was parsed, and notes the first thing that makes the schema too large. */
function createLimits() {
  let count = 0
  let characters = 0
  let problem: SchemaProblem | null = null
  return {
    problem: () => problem,
    countField: (): void => {
      count += 1
      if (count > MAX_FIELDS) problem ??= { code: 'fields', limit: MAX_FIELDS }
    },
    deepen: (depth: number): void => {
      if (depth > MAX_DEPTH) problem ??= { code: 'depth', limit: MAX_DEPTH }
    },
    measure: (name: string | null, schemaPath: string): void => {
      if (name !== null && name.length > MAX_NAME) problem ??= { code: 'name', limit: MAX_NAME }
      characters += schemaPath.length
      if (characters > MAX_PATHS) problem ??= { code: 'paths', limit: MAX_PATHS }
    },
  }
}

/** Looks up what the server sends by its own schema paths, which differ from Galley's inside rich texts. */
function createServerPaths() {
  /** Path of the first parsed field of each editor, by the editor's root. */
  const edited = new Map<string, string>()

  /** The extras of a schema path, stored under the server's path or under that path without nameless containers. */
  function atPath(all: Raw, path: string): Raw {
    // The server sends the extras inside an editor once for each field with it; all of them are equal.
    const schemaPath = serverPath(path)
    const exact = read(all, schemaPath)
    if (exact !== undefined) return readObject(exact)
    const named = schemaPath.split('.').filter((segment) => !segment.startsWith('_index-'))
    return readObject(read(all, named.join('.')))
  }

  /** The server's path of a field inside a rich text; for nested rich texts it starts at the outermost one. */
  function serverPath(path: string): string {
    const outer = edited.get(path.slice(0, path.indexOf('.')))
    return outer === undefined ? path : inRichText(serverPath(outer), path)
  }

  return {
    atPath,
    noteEditor: (root: string, schemaPath: string): void => {
      if (!edited.has(root)) edited.set(root, schemaPath)
    },
  }
}

/** The parts that blocks and editors are parsed with. `later`: work for `finish`. */
type SharedParts = {
  site: SiteParts
  limits: ReturnType<typeof createLimits>
  paths: ReturnType<typeof createServerPaths>
  later: (work: () => void) => void
  parseFields: (fields: unknown, place: FieldPlace) => Field[]
}

function createSharedBlocks({ limits, later, parseFields }: SharedParts) {
  const known = new Map<Raw, Map<boolean, Block>>()

  function blockOf(raw: Raw, slug: string, place: FieldPlace): Block {
    const versions = known.get(raw) ?? new Map<boolean, Block>()
    known.set(raw, versions)
    const found = versions.get(place.mayLocalize)
    if (found) return found
    const { schemaPath } = place
    limits.measure(slug, schemaPath)
    const block: Block = {
      slug,
      schemaPath,
      labels: parseLabels(raw['labels'], slug),
      group: readLabel(read(raw['admin'], 'group')),
      hasBlockName: read(raw['admin'], 'disableBlockName') !== true,
      fields: [],
    }
    versions.set(place.mayLocalize, block)
    later(() => {
      block.fields.push(...parseFields(raw['fields'], place))
    })
    return block
  }

  return { of: blockOf }
}

function createSharedEditors({ site, limits, paths, later, parseFields }: SharedParts) {
  const editors = new Map<string, Map<boolean, RichTextEditor>>()

  function editorOf(schemaPath: string, mayLocalize: boolean): RichTextEditor | null {
    const key = readText(paths.atPath(site.richText, schemaPath)['editor'])
    const raw = key === null ? undefined : read(site.editors, key)
    if (key === null || raw === undefined || key.includes('.')) return null
    const versions = editors.get(key) ?? new Map<boolean, RichTextEditor>()
    editors.set(key, versions)
    const found = versions.get(mayLocalize)
    if (found) return found
    const root = editorRoot(key)
    paths.noteEditor(root, schemaPath)
    const editor = parseEditor<Field>(readObject(raw), root, (schema, path) => {
      const fields: Field[] = []
      later(() => {
        const at = `${root}.${path}`
        limits.measure(null, at)
        fields.push(...parseFields(schema['fields'], { schemaPath: at, mayLocalize, depth: 0 }))
      })
      return fields
    })
    versions.set(mayLocalize, editor)
    return editor
  }

  return { of: editorOf }
}

/** The properties of a field with a name. */
function namedBase(raw: Raw, name: string, context: ParseContext, place: FieldPlace) {
  const { extra, localized } = context
  return {
    name,
    required:
      (raw['required'] === true || isTypedId(raw, context, place)) && extra['hasBeforeValidate'] !== true,
    hasComputedDefault: extra['hasDefault'] === true,
    localized,
    unique: raw['unique'] === true,
    editsMany: read(raw['admin'], 'disableBulkEdit') !== true,
    isColumn: raw['hidden'] !== true && read(raw['admin'], 'disableListColumn') !== true,
    isFilter:
      // Payload hides the id itself, and still filters by it.
      (raw['hidden'] !== true || name === 'id') &&
      !raw['virtual'] &&
      read(raw['admin'], 'disableListFilter') !== true,
    // A virtual field that shows a field of a related document is sorted by that (`virtual: 'author.name'`).
    canSort: raw['virtual'] !== true,
    placeholder: readLabel(read(raw['admin'], 'placeholder')),
    defaultValue: readJson(extra['defaultValue'] ?? raw['defaultValue']),
  }
}

/** True if people type the id: Payload's own adapters need it, whether or not the site requires it. */
function isTypedId(raw: Raw, { name, rawType, extra }: ParseContext, { depth, entity }: FieldPlace): boolean {
  const isOfDocument = name === 'id' && depth === 0 && entity !== undefined
  const isTyped = (rawType === 'text' || rawType === 'number') && read(raw['admin'], 'hidden') !== true
  return isOfDocument && isTyped && extra['hasDefault'] !== true && extra['hasIdHook'] !== true
}

/** Reads a name. One with a dot is refused, since names become segments of dotted paths. */
function readName(value: unknown): string | null {
  const name = readText(value)
  return name === null || name.includes('.') ? null : name
}

function fieldBase(raw: Raw, { name, schemaPath, extra }: ParseContext): FieldBase {
  const admin = readObject(raw['admin'])
  return {
    schemaPath,
    label: readLabelOr(raw['label'], name),
    description: readLabel(admin['description']) ?? readLabel(extra['description']),
    hidden: raw['hidden'] === true || admin['hidden'] === true,
    disabled: admin['disabled'] === true,
    readOnly: admin['readOnly'] === true,
    width: readText(admin['width']) ?? readText(read(admin['style'], '--field-width')),
    position: admin['position'] === 'sidebar' ? 'sidebar' : 'main',
    hasCondition: extra['hasCondition'] === true,
    component: readText(read(read(read(extra, 'components'), 'Field'), 'path')),
  }
}
