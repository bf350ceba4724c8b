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

/** More fields than any site has; a block counts once however often it is used. */
export const MAX_FIELDS = 50_000
/** Deeper nesting than any site has; a block that is defined for the whole site begins again at the top. */
export const MAX_DEPTH = 40
/** Characters of a name or slug; more than a database takes. */
const MAX_NAME = 1_000
/** Characters of all schema paths together: each repeats the names of what is around it. */
const MAX_PATHS = 20_000_000

/** What is the same for all fields of a site. */
export type SiteParts = {
  types: FieldTypes
  hasLocalization: boolean
  /** Codes of the site's locales. */
  locales: readonly string[]
  /** Longest text where a field names no maxLength, null where the site does not either (S5.06). */
  maxTextLength: number | null
  /** By schema path: what the client config drops. */
  extras: Raw
  /** The blocks that are defined once for the whole site. */
  blocks: ReadonlyMap<string, Raw>
  /** By schema path of a rich text field: the key of its editor. */
  richText: Raw
  /** By key. */
  editors: Raw
  /** The raw fields of a collection. */
  fieldsOf: (slug: string) => unknown
}

export type FieldParser = {
  /** The fields of a collection or global. Their blocks have no fields until `finish`. */
  parse: (fields: unknown, schemaPath: string) => Field[]
  /** Reads the blocks that were met. Answers why the schema is too large to be read, or null. */
  finish: () => SchemaProblem | null
}

/** Where fields are, besides the site. */
type Place = {
  schemaPath: string
  /** Whether no field above holds one value per locale already. */
  mayLocalize: boolean
  depth: number
  /** The raw fields of the collection or global; undefined in what several of them may share. */
  entity?: unknown
}

/**
 * Reads fields. What is no field is left out; a type that is not known becomes `unknown`. A block and an editor of rich
 * text are read once, or twice where they are used inside and outside of localized fields, and are one object wherever
 * they are used: blocks may hold each other and themselves.
 */
export function createFieldParser(site: SiteParts): FieldParser {
  const known = new Map<Raw, Map<boolean, Block>>()
  const editors = new Map<string, Map<boolean, RichTextEditor>>()
  /** By the root of an editor: the first field that was met with it. */
  const edited = new Map<string, string>()
  const unread: (() => void)[] = []
  let count = 0
  let characters = 0
  let problem: SchemaProblem | null = null

  const isTooLarge = (): boolean => problem !== null

  function measure(name: string | null, schemaPath: string): void {
    if (name !== null && name.length > MAX_NAME) problem ??= { code: 'name', limit: MAX_NAME }
    characters += schemaPath.length
    if (characters > MAX_PATHS) problem ??= { code: 'paths', limit: MAX_PATHS }
  }

  function parseFields(value: unknown, place: Place): Field[] {
    if (place.depth > MAX_DEPTH) problem ??= { code: 'depth', limit: MAX_DEPTH }
    if (problem !== null) return []
    return readList(value).flatMap((item, index) => {
      const field = parseField(readObject(item), index, place)
      return field === null ? [] : [field]
    })
  }

  function parseField(raw: Raw, index: number, place: Place): Field | null {
    const rawType = readText(raw['type'])
    if (rawType === null) return null
    count += 1
    if (count > MAX_FIELDS) problem ??= { code: 'fields', limit: MAX_FIELDS }
    if (problem !== null) return null
    const type = own(site.types, rawType) ?? site.types.unknown
    const context = contextOf(raw, index, place, rawType)
    if (isTooLarge()) return null
    const base = fieldBase(raw, context)
    if (type.kind === 'container') return type.parse(raw, base, context)
    const { name, extra, localized } = context
    if (name === null) return null
    const named = {
      ...base,
      name,
      required:
        (raw['required'] === true || isTypedId(raw, context, place)) && extra['hasBeforeValidate'] !== true,
      hasComputedDefault: extra['hasDefault'] === true,
      localized,
      unique: raw['unique'] === true,
      editsMany: read(raw['admin'], 'disableBulkEdit') !== true,
      isColumn: raw['hidden'] !== true && read(raw['admin'], 'disableListColumn') !== true,
      isFilter:
        // Its id is hidden by Payload itself, which filters by it all the same.
        (raw['hidden'] !== true || name === 'id') &&
        !raw['virtual'] &&
        read(raw['admin'], 'disableListFilter') !== true,
      // One that shows a field of a related document is ordered by that (`virtual: 'author.name'`).
      canSort: raw['virtual'] !== true,
      placeholder: readLabel(read(raw['admin'], 'placeholder')),
      defaultValue: readJson(extra['defaultValue'] ?? raw['defaultValue']),
    }
    return type.parse(raw, named, context)
  }

  function contextOf(raw: Raw, index: number, place: Place, rawType: string): ParseContext {
    const name = readName(raw['name'])
    const schemaPath = fieldSchemaPath(place.schemaPath, name, index)
    measure(name, schemaPath)
    const localized =
      name !== null &&
      place.mayLocalize &&
      (raw['localized'] === true || showsLocales(raw, place.entity, site.fieldsOf))
    const within: Place = {
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
      extra: atPath(site.extras, schemaPath),
      parseFields: (fields) => parseFields(fields, within),
      parseBlocks: (owner) => parseBlocks(owner, within),
      parseEditor: () => editorOf(schemaPath, within.mayLocalize),
      inside: (inner, at) => contextOf(inner, at, within, rawType),
    }
  }

  /** Blocks given in place, or by the slug of one that the site defines once (S3.02). Unknown slugs are left out. */
  function parseBlocks(owner: Raw, place: Place): Block[] {
    const references = readList(owner['blockReferences'])
    const given = references.length > 0 ? references : readList(owner['blocks'])
    const seen = new Set<string>()
    return given.flatMap((item) => {
      const shared = typeof item === 'string' ? site.blocks.get(item) : undefined
      const raw = typeof item === 'string' ? shared : readObject(item)
      const slug = readText(raw?.['slug'])
      if (raw === undefined || slug === null || seen.has(slug)) return []
      seen.add(slug)
      const at: Place = shared
        ? { schemaPath: blockRoot(slug), mayLocalize: place.mayLocalize, depth: 0 }
        : { ...place, schemaPath: `${place.schemaPath}.${slug}` }
      return [blockOf(raw, slug, at)]
    })
  }

  function blockOf(raw: Raw, slug: string, place: Place): Block {
    const versions = known.get(raw) ?? new Map<boolean, Block>()
    known.set(raw, versions)
    const found = versions.get(place.mayLocalize)
    if (found) return found
    const { schemaPath } = place
    measure(slug, schemaPath)
    const block: Block = {
      slug,
      schemaPath,
      labels: parseLabels(raw['labels'], slug),
      group: readLabel(read(raw['admin'], 'group')),
      hasBlockName: read(raw['admin'], 'disableBlockName') !== true,
      fields: [],
    }
    versions.set(place.mayLocalize, block)
    unread.push(() => {
      block.fields.push(...parseFields(raw['fields'], place))
    })
    return block
  }

  function editorOf(schemaPath: string, mayLocalize: boolean): RichTextEditor | null {
    const key = readText(atPath(site.richText, schemaPath)['editor'])
    const raw = key === null ? undefined : read(site.editors, key)
    if (key === null || raw === undefined || key.includes('.')) return null
    const versions = editors.get(key) ?? new Map<boolean, RichTextEditor>()
    editors.set(key, versions)
    const found = versions.get(mayLocalize)
    if (found) return found
    const root = editorRoot(key)
    if (!edited.has(root)) edited.set(root, schemaPath)
    const editor = parseEditor<Field>(readObject(raw), root, (schema, path) => {
      const fields: Field[] = []
      unread.push(() => {
        const at = `${root}.${path}`
        measure(null, at)
        fields.push(...parseFields(schema['fields'], { schemaPath: at, mayLocalize, depth: 0 }))
      })
      return fields
    })
    versions.set(mayLocalize, editor)
    return editor
  }

  /** What is told of a schema path: by the server's path, or by the same path without its nameless containers. */
  function atPath(all: Raw, path: string): Raw {
    // What is inside of an editor is told for each field that has it, and is the same for all of them.
    const schemaPath = serverPath(path)
    const exact = read(all, schemaPath)
    if (exact !== undefined) return readObject(exact)
    const named = schemaPath.split('.').filter((segment) => !segment.startsWith('_index-'))
    return readObject(read(all, named.join('.')))
  }

  /** A field in a node of a rich text that is itself in a node of a rich text is found by the outermost one. */
  function serverPath(path: string): string {
    const outer = edited.get(path.slice(0, path.indexOf('.')))
    return outer === undefined ? path : inRichText(serverPath(outer), path)
  }

  return {
    parse(fields, schemaPath) {
      measure(schemaPath, schemaPath)
      return parseFields(fields, { schemaPath, mayLocalize: site.hasLocalization, depth: 0, entity: fields })
    },
    finish() {
      for (let next = unread.pop(); next !== undefined && !isTooLarge(); next = unread.pop()) next()
      return problem
    },
  }
}

/** An id that people type: Payload's own adapters cannot store a document without it, whether or not the site requires it. */
function isTypedId(raw: Raw, { name, rawType, extra }: ParseContext, { depth, entity }: Place): boolean {
  const isOfDocument = name === 'id' && depth === 0 && entity !== undefined
  const isTyped = (rawType === 'text' || rawType === 'number') && read(raw['admin'], 'hidden') !== true
  return isOfDocument && isTyped && extra['hasDefault'] !== true && extra['hasIdHook'] !== true
}

/** Names become keys and segments of dotted paths; one with a dot would name another place. */
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
