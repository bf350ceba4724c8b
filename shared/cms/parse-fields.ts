import type {
  ArrayField,
  BlocksField,
  DateField,
  Field,
  LocalizedText,
  OpaqueField,
  RelationField,
  SelectOption,
  Tab,
} from './schema-model.ts'
import type { Raw } from './read-value.ts'
import {
  read,
  readJson,
  readLabel,
  readList,
  readNumber,
  readObject,
  readText,
  readTexts,
} from './read-value.ts'
import { slugLabels, toWords } from './slug-labels.ts'

/** What is needed to read fields besides themselves. */
export type FieldContext = {
  /** Where the fields are, as the server counts: `posts.layout.hero`, `_index-0` for containers without a name. */
  schemaPath: string
  /** Whether the site has localization, and no field above holds one value per locale already. */
  mayLocalize: boolean
  /** Codes of the site's locales. */
  locales: readonly string[]
  /** Longest text where a field names no maxLength, null where the site does not either (S5.06). */
  maxTextLength: number | null
  /** By schema path: what the client config drops. */
  extras: Raw
  /** The blocks that are defined once for the whole site. */
  blocks: ReadonlyMap<string, Raw>
  /** Slugs of the blocks that these fields are in: one that contains itself is not opened again. */
  inBlocks: readonly string[]
  depth: number
}

/** Deeper nesting than any site has; what is below is taken as having no fields. */
const MAX_DEPTH = 40

/** The fields of a level. What is no field is left out; a type that is not known becomes opaque. */
export function parseFields(value: unknown, context: FieldContext): Field[] {
  if (context.depth > MAX_DEPTH) return []
  return readList(value).flatMap((item, index) => {
    const field = parseField(readObject(item), index, context)
    return field === null ? [] : [field]
  })
}

function parseField(raw: Raw, index: number, context: FieldContext): Field | null {
  const type = readText(raw['type'])
  const name = readName(raw['name'])
  if (type === null) return null
  const schemaPath = pathOf(context.schemaPath, name, index)
  const extra = extraOf(context.extras, schemaPath)
  const base = fieldBase(raw, extra, name)
  const inside = (localized: boolean): FieldContext => ({
    ...context,
    schemaPath,
    mayLocalize: context.mayLocalize && !localized,
    depth: context.depth + 1,
  })
  switch (type) {
    case 'row':
    case 'collapsible':
      return {
        ...base,
        type,
        fields: parseFields(raw['fields'], inside(false)),
        initCollapsed: read(raw['admin'], 'initCollapsed') === true,
      }
    case 'tabs': {
      const tabs = readList(raw['tabs']).map((tab, at) => parseTab(readObject(tab), at, inside(false)))
      return { ...base, type, tabs }
    }
    case 'ui':
      return { ...base, type, name: name ?? '' }
    case 'group': {
      const localized = name !== null && context.mayLocalize && raw['localized'] === true
      return { ...base, type, name, localized, fields: parseFields(raw['fields'], inside(localized)) }
    }
    default:
      return name === null ? null : parseNamed(raw, type, name, extra, base, context, inside)
  }
}

type Base = ReturnType<typeof fieldBase>

function parseNamed(
  raw: Raw,
  type: string,
  name: string,
  extra: Raw,
  base: Base,
  context: FieldContext,
  inside: (localized: boolean) => FieldContext,
): Field {
  const localized = context.mayLocalize && raw['localized'] === true
  const admin = readObject(raw['admin'])
  const named = {
    ...base,
    name,
    required: raw['required'] === true && extra['hasBeforeValidate'] !== true,
    localized,
    placeholder: readLabel(admin['placeholder']),
    defaultValue: readJson(extra['defaultValue'] ?? raw['defaultValue']),
  }
  const rows = { minRows: readNumber(raw['minRows']), maxRows: readNumber(raw['maxRows']) }
  const hasMany = raw['hasMany'] === true
  switch (type) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'code': {
      const length = {
        minLength: readNumber(raw['minLength']),
        maxLength: readNumber(raw['maxLength']) ?? context.maxTextLength,
      }
      return { ...named, type, hasMany: type === 'text' && hasMany, ...length, ...rows }
    }
    case 'number': {
      const limits = {
        min: readNumber(raw['min']),
        max: readNumber(raw['max']),
        step: readNumber(admin['step']),
      }
      return { ...named, type, hasMany, ...limits, ...rows }
    }
    case 'checkbox':
      return { ...named, type }
    case 'date': {
      const date = readObject(admin['date'])
      return {
        ...named,
        type,
        appearance: readAppearance(date['pickerAppearance']),
        displayFormat: readText(date['displayFormat']),
        timezone: Boolean(raw['timezone']),
      }
    }
    case 'select':
    case 'radio':
      return {
        ...named,
        type,
        hasMany: type === 'select' && hasMany,
        options: parseOptions(raw['options']),
        isClearable: admin['isClearable'] !== false,
      }
    case 'relationship':
    case 'upload':
      return { ...named, type, hasMany, ...parseRelation(raw['relationTo']) }
    case 'array': {
      const array: ArrayField = {
        ...named,
        type,
        labels: parseLabels(raw['labels'], name),
        fields: parseFields(raw['fields'], inside(localized)),
        ...rows,
      }
      return array
    }
    case 'blocks': {
      const blocks: BlocksField = {
        ...named,
        type,
        labels: parseLabels(raw['labels'], name),
        blocks: parseBlocks(raw, inside(localized)),
        ...rows,
      }
      return blocks
    }
    default: {
      const inner = type === 'richText' && context.mayLocalize && !localized
      const locales = inner ? { innerLocales: [...context.locales] } : {}
      return { ...named, type: opaqueType(type), rawType: type, ...locales }
    }
  }
}

function opaqueType(type: string): OpaqueField['type'] {
  return type === 'richText' || type === 'json' || type === 'point' || type === 'join' ? type : 'unknown'
}

/** Names become keys and segments of dotted paths; one with a dot would name another place. */
function readName(value: unknown): string | null {
  const name = readText(value)
  return name === null || name.includes('.') ? null : name
}

function pathOf(parent: string, name: string | null, index: number): string {
  if (name !== null) return `${parent}.${name}`
  const last = parent.slice(parent.lastIndexOf('.') + 1)
  return last.startsWith('_index-') ? `${parent}-${index}` : `${parent}._index-${index}`
}

/** Found by the server's schema path, or by the same path without its nameless containers. */
function extraOf(extras: Raw, schemaPath: string): Raw {
  const exact = read(extras, schemaPath)
  if (exact !== undefined) return readObject(exact)
  const named = schemaPath.split('.').filter((segment) => !segment.startsWith('_index-'))
  return readObject(read(extras, named.join('.')))
}

function fieldBase(raw: Raw, extra: Raw, name: string | null) {
  const admin = readObject(raw['admin'])
  const label: LocalizedText | null =
    raw['label'] === false ? null : (readLabel(raw['label']) ?? (name === null ? null : toWords(name)))
  const position: 'main' | 'sidebar' = admin['position'] === 'sidebar' ? 'sidebar' : 'main'
  return {
    label,
    description: readLabel(admin['description']) ?? readLabel(extra['description']),
    hidden: raw['hidden'] === true || admin['hidden'] === true,
    disabled: admin['disabled'] === true,
    readOnly: admin['readOnly'] === true,
    width: readText(admin['width']) ?? readText(read(admin['style'], '--field-width')),
    position,
    hasCondition: extra['hasCondition'] === true,
  }
}

function parseTab(raw: Raw, index: number, context: FieldContext): Tab {
  const name = readName(raw['name'])
  const schemaPath = pathOf(context.schemaPath, name, index)
  const localized = name !== null && context.mayLocalize && raw['localized'] === true
  const inside: FieldContext = {
    ...context,
    schemaPath,
    mayLocalize: context.mayLocalize && !localized,
    depth: context.depth + 1,
  }
  return {
    name,
    label:
      raw['label'] === false ? null : (readLabel(raw['label']) ?? (name === null ? null : toWords(name))),
    description: readLabel(raw['description']) ?? readLabel(read(raw['admin'], 'description')),
    localized,
    hasCondition: extraOf(context.extras, schemaPath)['hasCondition'] === true,
    fields: parseFields(raw['fields'], inside),
  }
}

/** Blocks given in place, or by the slug of one that the site defines once (S3.02). Unknown slugs are left out. */
function parseBlocks(raw: Raw, context: FieldContext): BlocksField['blocks'] {
  const references = readList(raw['blockReferences'])
  const given = references.length > 0 ? references : readList(raw['blocks'])
  const seen = new Set<string>()
  return given.flatMap((item) => {
    const block = typeof item === 'string' ? context.blocks.get(item) : readObject(item)
    const slug = readText(block?.['slug'])
    if (block === undefined || slug === null || seen.has(slug)) return []
    seen.add(slug)
    const inside: FieldContext = {
      ...context,
      schemaPath: `${context.schemaPath}.${slug}`,
      inBlocks: [...context.inBlocks, slug],
    }
    const again = typeof item === 'string' && context.inBlocks.includes(slug)
    const fields = again ? [] : parseFields(block['fields'], inside)
    return [{ slug, labels: parseLabels(block['labels'], slug), fields }]
  })
}

/** Labels as given, the missing ones from the slug (S3.13). */
export function parseLabels(
  value: unknown,
  slug: string,
): { singular: LocalizedText; plural: LocalizedText } {
  const derived = slugLabels(slug)
  return {
    singular: readLabel(read(value, 'singular')) ?? derived.singular,
    plural: readLabel(read(value, 'plural')) ?? derived.plural,
  }
}

function parseOptions(value: unknown): SelectOption[] {
  return readList(value).flatMap((item) => {
    if (typeof item === 'string') return [{ value: item, label: item }]
    const option = read(item, 'value')
    if (typeof option !== 'string') return []
    return [{ value: option, label: readLabel(read(item, 'label')) ?? option }]
  })
}

function parseRelation(value: unknown): Pick<RelationField, 'relationTo' | 'polymorphic'> {
  const single = readText(value)
  return single === null
    ? { relationTo: readTexts(value), polymorphic: true }
    : { relationTo: [single], polymorphic: false }
}

function readAppearance(value: unknown): DateField['appearance'] {
  return value === 'dayAndTime' || value === 'timeOnly' || value === 'monthOnly' ? value : 'dayOnly'
}
