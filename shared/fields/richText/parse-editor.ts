import {
  parseLabels,
  read,
  readLabel,
  readList,
  readObject,
  readText,
  readTexts,
} from '../../cms/read-value.ts'
import type { Raw } from '../../cms/read-value.ts'
import type { BlockOf } from '../../cms/field-base.ts'
import { FEATURES, HEADINGS } from './rich-text-editor.ts'
import type { RichTextEditorOf, TextState } from './rich-text-editor.ts'

const FEATURE_FOLDER = 'lexical_internal_feature'
const LINK_FIELDS = `${FEATURE_FOLDER}.link.fields`
const TABLE_FIELDS = `${FEATURE_FOLDER}.experimental_table.fields`
const UPLOADS = `${FEATURE_FOLDER}.upload.`

/** Parses fields below an editor. They may be parsed later: the returned list is filled then. */
export type FieldsBelow<F> = (raw: Raw, path: string) => F[]

/**
 * Parses an editor from the answer of GET /desktop/config. A feature without its part of the schema has no
 * fields.
 */
export function parseEditor<F>(
  raw: Raw,
  schemaPath: string,
  fieldsBelow: FieldsBelow<F>,
): RichTextEditorOf<F> {
  const schemas = readObject(raw['schemas'])
  const props = new Map<string, Raw>()
  for (const item of readList(raw['features'])) {
    const key = readText(read(item, 'key'))
    if (key !== null) props.set(key, readObject(read(item, 'props')))
  }
  const known: ReadonlySet<string> = new Set(FEATURES)
  const fieldsAt = (path: string): F[] => {
    const schema = read(schemas, path)
    return schema === undefined ? [] : fieldsBelow(readObject(schema), path)
  }
  const blocksIn = (folder: string, slugs: unknown): BlockOf<F>[] =>
    [...new Set(readTexts(slugs))].map((slug) => {
      const path = `${FEATURE_FOLDER}.blocks.${folder}.${slug}`
      const about = read(schemas, path)
      return {
        slug,
        schemaPath: `${schemaPath}.${path}.fields`,
        labels: parseLabels(read(about, 'labels'), slug),
        group: readLabel(read(read(about, 'admin'), 'group')),
        hasBlockName: read(read(about, 'admin'), 'disableBlockName') !== true,
        fields: fieldsAt(`${path}.fields`),
      }
    })
  const link = props.get('link')
  const relationship = props.get('relationship')
  const upload = props.get('upload')
  const collectionsOf = (feature: Raw): string[] => readTexts(feature['enabledCollectionSlugs'])
  return {
    schemaPath,
    features: FEATURES.filter((key) => props.has(key)).toSorted(orderOf([...props.keys()])),
    unknownFeatures: [...props.keys()].filter((key) => !known.has(key)),
    nodeTypes: readTexts(raw['nodes']),
    headings: props.has('heading') ? readHeadings(props.get('heading')?.['enabledHeadingSizes']) : [],
    textStates: readTextStates(props.get('textState')?.['state']),
    neverIndented: readTexts(props.get('indent')?.['disabledNodes']),
    tabs: props.get('indent')?.['disableTabNode'] !== true,
    link:
      link === undefined
        ? null
        : {
            fields: fieldsAt(LINK_FIELDS),
            autoLinks: link['disableAutoLinks'] !== true && link['disableAutoLinks'] !== 'creationOnly',
            keepsAutoLinks: link['disableAutoLinks'] !== true,
            defaultType: readText(link['defaultLinkType']) ?? 'custom',
            defaultUrl: readText(link['defaultLinkURL']) ?? 'https://',
          },
    relationship: relationship === undefined ? null : { collections: collectionsOf(relationship) },
    upload:
      upload === undefined
        ? null
        : {
            collections: collectionsOf(upload),
            fields: Object.fromEntries(
              Object.keys(schemas)
                .filter((path) => path.startsWith(UPLOADS))
                .map((path) => [path.slice(UPLOADS.length), fieldsAt(path)]),
            ),
          },
    blocks: blocksIn('lexical_blocks', raw['blocks']),
    inlineBlocks: blocksIn('lexical_inline_blocks', raw['inlineBlocks']),
    tableFields: fieldsAt(TABLE_FIELDS),
    hides: {
      add: read(raw['admin'], 'hideAddBlockButton') === true,
      handle: read(raw['admin'], 'hideDraggableBlockElement') === true,
    },
    placeholder: readLabel(read(raw['admin'], 'placeholder')),
  }
}

function orderOf(keys: readonly string[]): (a: string, b: string) => number {
  return (a, b) => keys.indexOf(a) - keys.indexOf(b)
}

/** Reads the sizes of headings; all of them if the site sends no list. */
function readHeadings(value: unknown): RichTextEditorOf<unknown>['headings'] {
  const given = readTexts(value)
  return Array.isArray(value) ? HEADINGS.filter((tag) => given.includes(tag)) : [...HEADINGS]
}

function readTextStates(value: unknown): TextState[] {
  return Object.entries(readObject(value)).map(([key, values]) => ({
    key,
    values: Object.entries(readObject(values)).map(([name, state]) => ({
      value: name,
      label: readLabel(read(state, 'label')) ?? name,
      css: readCss(read(state, 'css')),
    })),
  }))
}

/** Style properties of the text itself and its box; none that could fetch something or move it. */
const STYLES =
  /^(color|background(-?color)?|font-?(style|weight|variant|family)|text-?(decoration|transform|shadow).*|letter-?spacing|opacity|border.*|border-?radius|padding.*)$/i
const FETCHES = /url|image|\\|expression|@/i

function readCss(value: unknown): { [property: string]: string } {
  const given = Object.entries(readObject(value))
  const isSafe = ([name, style]: [string, unknown]): boolean =>
    typeof style === 'string' && STYLES.test(name) && !FETCHES.test(style)
  // White text is meant for its background: without the background it could not be read.
  const grounds = given.filter(([name]) => /^background/i.test(name))
  const lacksGround = grounds.length > 0 && !grounds.some(isSafe)
  return Object.fromEntries(
    given.filter(
      (entry): entry is [string, string] => isSafe(entry) && !(lacksGround && /^color$/i.test(entry[0])),
    ),
  )
}
