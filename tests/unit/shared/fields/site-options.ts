import type {
  ArrayFieldClient,
  BlocksFieldClient,
  CheckboxFieldClient,
  CodeFieldClient,
  CollapsibleFieldClient,
  DateField,
  DateFieldClient,
  EmailFieldClient,
  FieldBaseClient,
  GroupFieldClient,
  JoinFieldClient,
  JSONFieldClient,
  NumberFieldClient,
  PointFieldClient,
  RadioFieldClient,
  RelationshipFieldClient,
  RichTextFieldClient,
  RowFieldClient,
  SelectFieldClient,
  TabsFieldClient,
  TextareaFieldClient,
  TextFieldClient,
  UIFieldClient,
  UploadFieldClient,
} from 'payload'

/** Keys of each member of a union. */
type KeysOf<T> = T extends unknown ? keyof T & string : never
type AdminOf<T> = T extends { admin?: infer A } ? KeysOf<NonNullable<A>> : never
/** Options of a field in the client config: `required`, `admin.width`. */
type OptionOf<T> = Exclude<KeysOf<T>, 'admin' | 'type'> | `admin.${AdminOf<T>}`
type CommonOption = OptionOf<FieldBaseClient>
type OwnOption<T> = Exclude<OptionOf<T>, CommonOption>

/** Honoured: the sample value changes the client's field. */
export type Honoured = { honoured: true; sample: unknown }
export type Ignored = { honoured: false }
type Table<Option extends string> = { [K in Option]: Honoured | Ignored }

const yes = (sample: unknown): Honoured => ({ honoured: true, sample })
const no: Ignored = { honoured: false }

/**
 * Options that all fields of Payload have in the client config, and if they are honoured. The compiler reports
 * additions and removals of a newer Payload; docs/fields.md has the same in words.
 */
export const commonOptions: Table<CommonOption> = {
  hidden: yes(true),
  index: no,
  label: yes('Another'),
  localized: yes(true),
  name: yes('another'),
  required: yes(true),
  saveToJWT: no,
  typescriptSchema: no,
  unique: yes(true),
  'admin.className': no,
  'admin.custom': no,
  'admin.description': yes('What it is for'),
  'admin.disableBulkEdit': yes(true),
  'admin.disableGroupBy': no,
  'admin.disableListColumn': yes(true),
  'admin.disableListFilter': yes(true),
  'admin.disabled': yes(true),
  'admin.hidden': yes(true),
  'admin.position': yes('sidebar'),
  'admin.readOnly': yes(true),
  'admin.style': yes({ '--field-width': '50%' }),
  'admin.width': yes('50%'),
}

const placeholder = yes('Such as this')
const lengths = { minLength: yes(2), maxLength: yes(9) }
const inner = yes([{ type: 'text', name: 'inner' }])
const labels = yes({ singular: 'One', plural: 'Many' })
const rowLimits = { minRows: yes(2), maxRows: yes(9) }

export const ownOptions: {
  text: Table<OwnOption<TextFieldClient>>
  textarea: Table<OwnOption<TextareaFieldClient>>
  email: Table<OwnOption<EmailFieldClient>>
  number: Table<OwnOption<NumberFieldClient>>
  // None of its own; a new one is missed all the same.
  // oxlint-disable-next-line typescript/no-generated-empty-object-type
  checkbox: Table<OwnOption<CheckboxFieldClient>>
  date: Table<OwnOption<DateFieldClient>>
  select: Table<OwnOption<SelectFieldClient>>
  radio: Table<OwnOption<RadioFieldClient>>
  point: Table<OwnOption<PointFieldClient>>
  code: Table<OwnOption<CodeFieldClient>>
  json: Table<OwnOption<JSONFieldClient>>
  richText: Table<OwnOption<RichTextFieldClient>>
  relationship: Table<OwnOption<RelationshipFieldClient>>
  upload: Table<OwnOption<UploadFieldClient>>
  join: Table<OwnOption<JoinFieldClient>>
  array: Table<OwnOption<ArrayFieldClient>>
  blocks: Table<OwnOption<BlocksFieldClient>>
  group: Table<OwnOption<GroupFieldClient>>
  row: Table<OwnOption<RowFieldClient>>
  collapsible: Table<OwnOption<CollapsibleFieldClient>>
  tabs: Table<OwnOption<TabsFieldClient>>
  // None of its own; a new one is missed all the same.
  // oxlint-disable-next-line typescript/no-generated-empty-object-type
  ui: Table<OwnOption<UIFieldClient>>
} = {
  text: {
    ...lengths,
    ...rowLimits,
    hasMany: yes(true),
    'admin.autoComplete': yes('name'),
    'admin.placeholder': placeholder,
    'admin.rtl': yes(true),
  },
  textarea: { ...lengths, 'admin.placeholder': placeholder, 'admin.rows': yes(4), 'admin.rtl': yes(true) },
  email: { 'admin.autoComplete': yes('email'), 'admin.placeholder': placeholder },
  number: {
    ...rowLimits,
    hasMany: yes(true),
    min: yes(1),
    max: yes(9),
    'admin.autoComplete': yes('postal-code'),
    'admin.placeholder': placeholder,
    'admin.step': yes(5),
  },
  checkbox: {},
  date: {
    timezone: yes({ required: true }),
    'admin.date': yes({ pickerAppearance: 'timeOnly' }),
    'admin.placeholder': placeholder,
  },
  select: {
    hasMany: yes(true),
    interfaceName: no,
    options: yes(['a']),
    'admin.isClearable': yes(false),
    'admin.isSortable': yes(false),
    'admin.placeholder': placeholder,
  },
  radio: { interfaceName: no, options: yes(['a']), 'admin.layout': yes('vertical') },
  point: { 'admin.placeholder': placeholder, 'admin.step': yes(0.5) },
  code: {
    minLength: no,
    maxLength: no,
    'admin.editorOptions': yes({ tabSize: 2 }),
    'admin.editorProps': no,
    'admin.language': yes('css'),
  },
  json: {
    jsonSchema: yes({ uri: 'a:b', fileMatch: [], schema: { type: 'object' } }),
    'admin.editorOptions': yes({ tabSize: 2 }),
    'admin.maxHeight': yes(300),
  },
  richText: { maxDepth: no },
  relationship: {
    relationTo: yes(['posts', 'pages']),
    hasMany: yes(true),
    min: no,
    max: no,
    minRows: yes(1),
    maxRows: yes(3),
    maxDepth: no,
    'admin.allowCreate': yes(false),
    'admin.allowEdit': yes(false),
    'admin.appearance': yes('drawer'),
    'admin.isSortable': yes(false),
    'admin.placeholder': placeholder,
    'admin.sortOptions': yes('title'),
  },
  upload: {
    relationTo: yes(['media', 'files']),
    hasMany: yes(true),
    min: no,
    max: no,
    minRows: yes(1),
    maxRows: yes(3),
    maxDepth: no,
    displayPreview: no,
    'admin.allowCreate': yes(false),
    'admin.isSortable': yes(false),
    'admin.sortOptions': yes('title'),
  },
  join: {
    collection: yes('posts'),
    on: yes('place'),
    where: yes({ title: { equals: 'A' } }),
    defaultLimit: yes(5),
    defaultSort: yes('-title'),
    maxDepth: no,
    orderable: yes(true),
    targetField: no,
    'admin.allowCreate': yes(false),
    'admin.defaultColumns': yes(['title']),
    'admin.disableRowTypes': no,
  },
  array: {
    ...rowLimits,
    fields: inner,
    labels: labels,
    interfaceName: no,
    'admin.initCollapsed': yes(true),
    'admin.isSortable': yes(false),
  },
  blocks: {
    ...rowLimits,
    blocks: yes([{ slug: 'hero', fields: [] }]),
    blockReferences: yes([{ slug: 'hero', fields: [] }]),
    labels: labels,
    'admin.initCollapsed': yes(true),
    'admin.isSortable': yes(false),
  },
  group: { fields: inner, 'admin.hideGutter': no },
  row: { fields: inner },
  collapsible: { fields: inner, 'admin.initCollapsed': yes(true) },
  tabs: { tabs: yes([{ label: 'One', fields: [] }]) },
  ui: {},
}

type DateSettings = NonNullable<NonNullable<DateField['admin']>['date']>

/** Options below `admin.date`, of which there are many. */
export const dateOptions: Table<`admin.date.${KeysOf<DateSettings>}`> = {
  'admin.date.displayFormat': yes('yyyy'),
  'admin.date.pickerAppearance': yes('timeOnly'),
  'admin.date.minDate': yes('2026-01-02T00:00:00.000Z'),
  'admin.date.maxDate': yes('2026-01-02T00:00:00.000Z'),
  'admin.date.minTime': yes('2026-01-02T08:00:00.000Z'),
  'admin.date.maxTime': yes('2026-01-02T08:00:00.000Z'),
  'admin.date.monthsToShow': yes(2),
  'admin.date.overrides': no,
  'admin.date.timeFormat': yes('HH:mm'),
  'admin.date.timeIntervals': yes(15),
}
