import type * as lexical from '@payloadcms/richtext-lexical'

/** Features of the server's editor, by the names of Payload's functions. */
export type FeatureName = Exclude<Extract<keyof typeof lexical, `${string}Feature`>, 'createServerFeature'>

/** Keys of each member of a union. */
type KeysOf<T> = [T] extends [never] ? never : T extends unknown ? keyof T & string : never
type OptionOf<Name extends FeatureName> = KeysOf<NonNullable<Parameters<(typeof lexical)[Name]>[0]>>
type EditorOption =
  | Exclude<KeysOf<lexical.LexicalEditorProps>, 'admin' | 'features'>
  | `admin.${KeysOf<lexical.LexicalFieldAdminProps>}`

/** Honoured: the sample value changes the client's editor. */
export type Honoured = { honoured: true; sample: unknown }
export type Ignored = { honoured: false }
export type Verdicts<Option extends string = string> = { [K in Option]: Honoured | Ignored }

const yes = (sample: unknown): Honoured => ({ honoured: true, sample })
const no: Ignored = { honoured: false }

const inner = [{ name: 'inner', type: 'text' }]

/**
 * All features of Payload's rich text package, with all options. The compiler reports additions and removals of a
 * newer version; docs/rich-text.md has the same in words.
 */
export const featureOptions: {
  [Name in FeatureName]: { offered: boolean; options: Verdicts<OptionOf<Name>> }
} = {
  AlignFeature: { offered: true, options: {} },
  BlockquoteFeature: { offered: true, options: {} },
  BlocksFeature: {
    offered: true,
    options: {
      blocks: yes([{ slug: 'box', fields: inner }]),
      inlineBlocks: yes([{ slug: 'chip', fields: inner }]),
    },
  },
  BoldFeature: { offered: true, options: {} },
  ChecklistFeature: { offered: true, options: {} },
  DebugJsxConverterFeature: { offered: false, options: {} },
  EXPERIMENTAL_TableFeature: { offered: true, options: {} },
  FixedToolbarFeature: {
    offered: true,
    options: { applyToFocusedEditor: no, customGroups: no, disableIfParentHasFixedToolbar: no },
  },
  HTMLConverterFeature: { offered: false, options: { converters: no } },
  HeadingFeature: { offered: true, options: { enabledHeadingSizes: yes(['h2', 'h4']) } },
  HorizontalRuleFeature: { offered: true, options: {} },
  IndentFeature: { offered: true, options: { disabledNodes: yes(['heading']), disableTabNode: yes(true) } },
  InlineCodeFeature: { offered: true, options: {} },
  InlineToolbarFeature: { offered: true, options: {} },
  ItalicFeature: { offered: true, options: {} },
  LinkFeature: {
    offered: true,
    options: {
      disableAutoLinks: yes('creationOnly'),
      disabledCollections: yes(['things']),
      enabledCollections: yes(['media']),
      fields: yes(inner),
      internalDocToHref: no,
      maxDepth: no,
    },
  },
  OrderedListFeature: { offered: true, options: {} },
  ParagraphFeature: { offered: true, options: {} },
  RelationshipFeature: {
    offered: true,
    options: { disabledCollections: yes(['things']), enabledCollections: yes(['media']), maxDepth: no },
  },
  StrikethroughFeature: { offered: true, options: {} },
  SubscriptFeature: { offered: true, options: {} },
  SuperscriptFeature: { offered: true, options: {} },
  TestRecorderFeature: { offered: false, options: {} },
  TextStateFeature: {
    offered: true,
    options: { state: yes({ mood: { calm: { label: 'Calm', css: { color: 'blue' } } } }) },
  },
  TreeViewFeature: { offered: true, options: {} },
  UnderlineFeature: { offered: true, options: {} },
  UnorderedListFeature: { offered: true, options: {} },
  UploadFeature: {
    offered: true,
    options: {
      collections: yes({ media: { fields: inner } }),
      disabledCollections: yes(['media']),
      enabledCollections: yes(['files']),
      maxDepth: no,
    },
  },
}

/** Options of the editor as a whole. */
export const editorOptions: Verdicts<EditorOption> = {
  lexical: no,
  views: no,
  'admin.hideAddBlockButton': yes(true),
  'admin.hideDraggableBlockElement': yes(true),
  'admin.hideGutter': no,
  'admin.hideInsertParagraphAtEnd': no,
  'admin.placeholder': yes('Begin here'),
}

/** A field of the site, and the parts of its editor. */
export type EditorCase = {
  field: string
  feature: FeatureName | null
  option: string | null
  sample: unknown
}

const honoured = (options: Verdicts): [string, unknown][] =>
  Object.entries(options).flatMap(([option, one]) => (one.honoured ? [[option, one.sample]] : []))

/** Each feature alone, and with each honoured option. */
export const editorCases: readonly EditorCase[] = [null, ...(Object.keys(featureOptions) as FeatureName[])]
  .flatMap((feature) => {
    const options: Verdicts = feature === null ? editorOptions : featureOptions[feature].options
    return [[null, null] as const, ...honoured(options)].map(([option, sample]) => ({
      feature,
      option,
      sample,
    }))
  })
  .map((one, index) => ({ ...one, field: `text${index}` }))
