import type { UploadConfig } from '../../../shared/fields/file/upload-config.ts'
import { parseTabs } from '../../../shared/cms/document-tabs.ts'
import type {
  ArrayField,
  Block,
  BlocksField,
  CheckboxField,
  CollapsibleField,
  CodeField,
  Collection,
  DateField,
  EmailField,
  Field,
  GroupField,
  JoinField,
  JsonField,
  NumberField,
  PointField,
  RadioField,
  RelationshipField,
  RichTextEditor,
  RichTextField,
  SelectField,
  RowField,
  Tab,
  TabsField,
  TextareaField,
  TextField,
  UploadField,
} from '../../../shared/cms/schema-model.ts'

/** Default properties of a field from the schema parser. */
export const base = {
  schemaPath: '',
  label: null,
  description: null,
  hidden: false,
  disabled: false,
  readOnly: false,
  width: null,
  position: 'main' as const,
  hasCondition: false,
  component: null,
}
export const named = {
  ...base,
  required: false,
  localized: false,
  unique: false,
  editsMany: true,
  hasComputedDefault: false,
  isColumn: true,
  isFilter: true,
  canSort: true,
  placeholder: null,
  defaultValue: null,
}
const hints = { autoComplete: null }
const direction = { rtl: null }
const editor = { lineNumbers: true, wrap: true, insertSpaces: false, tabSize: 4 }
const rows = { minRows: null, maxRows: null }
const look = { initCollapsed: null, isSortable: true }
const relationLook = {
  ...rows,
  isSortable: true,
  allowCreate: true,
  allowEdit: true,
  appearance: 'select' as const,
  sortOptions: {},
  filterOptions: null,
  hasFilterFunction: false,
}
const labels = { singular: 'Row', plural: 'Rows' }

export const text = (name: string, more: Partial<TextField> = {}): TextField => ({
  ...named,
  type: 'text',
  name,
  hasMany: false,
  minLength: null,
  maxLength: null,
  slugSource: null,
  seo: null,
  slugFromSite: false,
  ...rows,
  ...hints,
  ...direction,
  ...more,
})
export const number = (name: string, more: Partial<NumberField> = {}): NumberField => ({
  ...named,
  type: 'number',
  name,
  hasMany: false,
  min: null,
  max: null,
  step: null,
  ...rows,
  ...hints,
  ...more,
})
export const checkbox = (name: string): CheckboxField => ({ ...named, type: 'checkbox', name })
export const date = (name: string, more: Partial<DateField> = {}): DateField => ({
  ...named,
  type: 'date',
  name,
  appearance: 'dayAndTime',
  displayFormat: null,
  timeFormat: null,
  timeIntervals: 30,
  minDate: null,
  maxDate: null,
  minTime: null,
  maxTime: null,
  monthsToShow: 1,
  timezone: false,
  timezoneRequired: false,
  ...more,
})
export const select = (name: string, values: string[], more: Partial<SelectField> = {}): SelectField => ({
  ...named,
  type: 'select',
  name,
  hasMany: false,
  options: values.map((value) => ({ value, label: value })),
  isClearable: true,
  isSortable: true,
  ...more,
})
export const relation = (name: string, more: Partial<RelationshipField> = {}): RelationshipField => ({
  ...named,
  type: 'relationship',
  name,
  relationTo: ['posts'],
  polymorphic: false,
  hasMany: false,
  ...relationLook,
  ...more,
})
export const upload = (name: string, more: Partial<UploadField> = {}): UploadField => ({
  ...named,
  type: 'upload',
  name,
  relationTo: ['media'],
  polymorphic: false,
  hasMany: false,
  seo: null,
  ...relationLook,
  ...more,
})
export const join = (name: string, more: Partial<JoinField> = {}): JoinField => ({
  ...named,
  type: 'join',
  name,
  collections: ['posts'],
  on: 'parent',
  defaultLimit: null,
  defaultSort: null,
  defaultColumns: null,
  allowCreate: true,
  orderable: false,
  where: null,
  ...more,
})
export const richText = (name: string, more: Partial<RichTextField> = {}): RichTextField => ({
  ...named,
  type: 'richText',
  name,
  innerLocales: null,
  editor: null,
  ...more,
})
/** Returns an editor without features, and `more`. */
export const textEditor = (more: Partial<RichTextEditor> = {}): RichTextEditor => ({
  schemaPath: 'editor:test',
  features: [],
  unknownFeatures: [],
  nodeTypes: [],
  headings: [],
  textStates: [],
  neverIndented: [],
  tabs: true,
  hides: { add: false, handle: false },
  link: null,
  relationship: null,
  upload: null,
  blocks: [],
  inlineBlocks: [],
  tableFields: [],
  placeholder: null,
  ...more,
})
export const point = (name: string, more: Partial<PointField> = {}): PointField => ({
  ...named,
  type: 'point',
  name,
  step: null,
  ...more,
})
export const radio = (name: string, values: string[], more: Partial<RadioField> = {}): RadioField => ({
  ...named,
  type: 'radio',
  name,
  options: values.map((value) => ({ value, label: value })),
  layout: 'horizontal',
  ...more,
})
export const textarea = (name: string, more: Partial<TextareaField> = {}): TextareaField => ({
  ...named,
  type: 'textarea',
  name,
  minLength: null,
  maxLength: null,
  rows: null,
  ...direction,
  seo: null,
  ...more,
})
export const email = (name: string, more: Partial<EmailField> = {}): EmailField => ({
  ...named,
  type: 'email',
  name,
  ...hints,
  ...more,
})
export const code = (name: string, more: Partial<CodeField> = {}): CodeField => ({
  ...named,
  type: 'code',
  name,
  language: null,
  editor,
  ...more,
})
export const json = (name: string, more: Partial<JsonField> = {}): JsonField => ({
  ...named,
  type: 'json',
  name,
  jsonSchema: null,
  maxHeight: null,
  editor,
  ...more,
})
export const array = (name: string, fields: Field[], more: Partial<ArrayField> = {}): ArrayField => ({
  ...named,
  type: 'array',
  name,
  labels,
  fields,
  ...rows,
  ...look,
  ...more,
})
export const block = (slug: string, fields: Field[]): Block => ({
  slug,
  schemaPath: slug,
  labels,
  group: null,
  hasBlockName: true,
  fields,
})
export const blocks = (name: string, all: Block[], more: Partial<BlocksField> = {}): BlocksField => ({
  ...named,
  type: 'blocks',
  name,
  labels,
  blocks: all,
  offered: null,
  ...rows,
  ...look,
  ...more,
})
export const group = (name: string | null, fields: Field[], localized = false): GroupField => ({
  ...base,
  type: 'group',
  name,
  localized,
  fields,
})
export const collapsible = (fields: Field[], more: Partial<CollapsibleField> = {}): CollapsibleField => ({
  ...base,
  type: 'collapsible',
  initCollapsed: false,
  fields,
  ...more,
})
export const row = (fields: Field[]): RowField => ({ ...base, type: 'row', fields })
export const tab = (name: string | null, fields: Field[], localized = false): Tab => ({
  name,
  schemaPath: '',
  label: null,
  description: null,
  localized,
  hasCondition: false,
  fields,
})
export const tabs = (...all: Tab[]): TabsField => ({ ...base, type: 'tabs', tabs: all })

export const collection = (fields: Field[], more: Partial<Collection> = {}): Collection => ({
  kind: 'collection',
  slug: 'posts',
  fields,
  group: null,
  hidden: false,
  versions: {
    drafts: true,
    localeStatus: false,
    autosaveInterval: 2000,
    max: null,
    validatesDrafts: false,
    schedules: false,
  },
  description: null,
  lockMs: null,
  preview: false,
  livePreview: null,
  tabs: parseTabs(null, false),
  apiView: true,
  labels: { singular: 'Post', plural: 'Posts' },
  useAsTitle: 'title',
  defaultColumns: null,
  listSearchableFields: null,
  defaultSort: null,
  defaultLimit: 10,
  limits: [10],
  timestamps: true,
  upload: false,
  auth: false,
  credentials: null,
  loginWithUsername: null,
  trash: false,
  orderable: false,
  duplicates: true,
  copiesLocales: true,
  editsMany: true,
  deletesMany: true,
  folderField: null,
  isInFolders: false,
  keepsViews: false,
  inRichText: true,
  idType: 'number',
  ...more,
})

/** Config of a collection that accepts any file. */
export const anyFile: UploadConfig = {
  mimeTypes: [],
  maxBytes: null,
  pasteURL: false,
  crop: false,
  focalPoint: false,
  imageSizes: [],
  hideRemoveFile: false,
  bulkUpload: false,
  requiresFile: true,
  clientUpload: null,
}

/** The locales of generated documents. */
export const locales = ['en', 'de', 'fr']

/** A schema with all kinds of nesting: rows in rows, blocks, localized containers. */
export const richSchema: Field[] = [
  text('title', { localized: true }),
  text('slug'),
  row([text('tags', { hasMany: true }), number('weight')]),
  relation('related', { hasMany: true, polymorphic: true, relationTo: ['posts', 'pages'] }),
  richText('body', { localized: true }),
  tabs(
    tab(null, [text('summary', { localized: true })]),
    tab('meta', [text('title', { localized: true }), number('score')]),
  ),
  group('settings', [text('color'), group('deep', [text('note', { localized: true }), number('level')])]),
  array('items', [
    text('label', { localized: true }),
    number('qty'),
    group('at', [text('place', { localized: true }), text('time')]),
    array('subs', [text('name', { localized: true })]),
  ]),
  blocks('layout', [
    block('hero', [text('heading', { localized: true }), relation('image')]),
    block('list', [array('lines', [text('line', { localized: true }), text('code')])]),
  ]),
  array('words', [text('word'), array('forms', [text('form')])], { localized: true }),
  group('pair', [text('left'), array('right', [text('side')])], true),
]
