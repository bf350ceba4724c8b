import { createHash } from 'node:crypto'
import { createClientBlocks, createClientFields } from 'payload'
import type { Block, FieldSchemaMap, Payload, PayloadRequest } from 'payload'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'

/** A feature of an editor: its key, its position in the order, and its client props. */
export type EditorFeature = { readonly key: string; readonly order: number; readonly props?: JsonSafe }

/** The editor of a rich text field. Fields with equal editors share one. */
export type EditorSchema = {
  readonly features: readonly EditorFeature[]
  /** Types of the nodes that the server knows. */
  readonly nodes: readonly string[]
  readonly blocks: readonly string[]
  readonly inlineBlocks: readonly string[]
  /** The site's settings for the editor as a whole, such as its placeholder. */
  readonly admin: JsonSafe
  /**
   * Sub-schemas (blocks, link and upload drawers), by their path below the field. A block has two: its labels, and
   * under `.fields` its contents.
   */
  readonly schemas: { readonly [path: string]: JsonSafe }
}

/**
 * The web admin's components by path: all draw nothing, as the app has its own. Payload looks up components of blocks
 * (`admin.jsx`) here, and logs an error for a missing path.
 */
export const NO_COMPONENTS: Payload['importMap'] = new Proxy({}, { get: () => () => null })

const INTERNAL = '.lexical_internal_feature.'
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function featuresOf(config: object): { features: EditorFeature[]; nodes: string[] } {
  const resolved: unknown = Reflect.get(config, 'resolvedFeatureMap')
  const features: EditorFeature[] = []
  const nodes = new Set<string>()
  if (!(resolved instanceof Map)) return { features, nodes: [] }
  for (const [key, feature] of resolved) {
    if (typeof key !== 'string' || !isObject(feature)) continue
    const order: unknown = Reflect.get(feature, 'order')
    const component: unknown = Reflect.get(feature, 'ClientFeature')
    const own = jsonSafe(Reflect.get(feature, 'clientFeatureProps'))
    const fromComponent = isObject(component) ? jsonSafe(Reflect.get(component, 'clientProps')) : undefined
    const props = Object.assign({}, isObject(own) ? own : {}, isObject(fromComponent) ? fromComponent : {})
    features.push({
      key,
      order: typeof order === 'number' ? order : 0,
      ...(Object.keys(props).length > 0 ? { props } : {}),
    })
    const list: unknown = Reflect.get(feature, 'nodes')
    for (const item of Array.isArray(list) ? (list as readonly unknown[]) : []) {
      const type = isObject(item) ? nodeType(Reflect.get(item, 'node')) : undefined
      if (type !== undefined) nodes.add(type)
    }
  }
  features.sort((a, b) => a.order - b.order)
  return { features, nodes: [...nodes].toSorted() }
}

/** Types of the nodes that an editor's texts may have. */
export function editorNodes(editor: unknown): readonly string[] {
  const config: unknown = isObject(editor) ? Reflect.get(editor, 'editorConfig') : undefined
  return isObject(config) ? featuresOf(config).nodes : []
}

/** The type of a node, which is a class, or `{replace: class, with}`. */
function nodeType(node: unknown): string | undefined {
  const nodeClass: unknown =
    typeof node === 'function' ? node : isObject(node) ? Reflect.get(node, 'replace') : undefined
  const getType: unknown = typeof nodeClass === 'function' ? Reflect.get(nodeClass, 'getType') : undefined
  const type: unknown = typeof getType === 'function' ? Reflect.apply(getType, nodeClass, []) : undefined
  return typeof type === 'string' ? type : undefined
}

/** True if a path below the field is that of a block itself, not of its contents. */
function isBlockOfEditor(path: string): boolean {
  return /^lexical_internal_feature\.[^.]+\.lexical_(inline_)?blocks\.[^.]+$/.test(path)
}

function schemasBelow(
  req: Pick<PayloadRequest, 'payload' | 'i18n'>,
  schemaPath: string,
  schemaMap: FieldSchemaMap,
): Record<string, JsonSafe> {
  const schemas: Record<string, JsonSafe> = {}
  const below = `${schemaPath}${INTERNAL}`
  const common = {
    defaultIDType: req.payload.config.db.defaultIDType,
    i18n: req.i18n,
    importMap: NO_COMPONENTS,
  }
  const clientBlock = (blocks: Block[]) => createClientBlocks({ ...common, blocks })[0]
  for (const [path, entry] of schemaMap) {
    if (!path.startsWith(below)) continue
    const relative = path.slice(schemaPath.length + 1)
    // Only the roots of each feature, which include all below them.
    let client: unknown
    if ('slug' in entry) client = clientBlock([entry])
    else if (!('type' in entry))
      client = { fields: createClientFields({ ...common, disableAddingID: true, fields: entry.fields }) }
    else if (entry.type === 'blocks' && isBlockOfEditor(relative))
      client = Object.assign({}, clientBlock(entry.blocks), { fields: undefined })
    const safe = jsonSafe(client)
    if (safe !== undefined) schemas[relative] = safe
  }
  return schemas
}

/** The editor of a rich text field; `null` if it is not lexical. */
export function editorSchema(
  req: Pick<PayloadRequest, 'payload' | 'i18n'>,
  editor: unknown,
  schemaPath: string,
  schemaMap: FieldSchemaMap,
): EditorSchema | null {
  const config: unknown = isObject(editor) ? Reflect.get(editor, 'editorConfig') : undefined
  if (!isObject(config)) return null
  const { features, nodes } = featuresOf(config)
  const schemas = schemasBelow(req, schemaPath, schemaMap)
  const component: unknown = isObject(editor) ? Reflect.get(editor, 'FieldComponent') : undefined
  const given: unknown = isObject(component) ? Reflect.get(component, 'serverProps') : undefined
  const admin = isObject(given) ? jsonSafe(Reflect.get(given, 'admin')) : undefined
  const slugsIn = (folder: string): string[] =>
    Object.keys(schemas).flatMap((path) => {
      const names = path.split('.')
      const [parent, slug, last] = names.slice(-3)
      return names.length > 3 && parent === folder && slug && last === 'fields' ? [slug] : []
    })
  return {
    features,
    nodes,
    admin: admin ?? {},
    blocks: slugsIn('lexical_blocks'),
    inlineBlocks: slugsIn('lexical_inline_blocks'),
    schemas,
  }
}

/** A short hash of an editor, the same for equal ones. */
export function editorKey(editor: EditorSchema): string {
  return createHash('sha256').update(JSON.stringify(editor)).digest('base64url').slice(0, 10)
}
