import type { BlockOf, LocalizedText } from '../../cms/field-base.ts'

/** Features that Galley knows, by their keys in the server's editor. */
export const FEATURES = [
  'paragraph',
  'heading',
  'blockquote',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'subscript',
  'superscript',
  'inlineCode',
  'textState',
  'align',
  'indent',
  'unorderedList',
  'orderedList',
  'checklist',
  'link',
  'relationship',
  'upload',
  'horizontalRule',
  'blocks',
  'experimental_table',
  'toolbarFixed',
  'toolbarInline',
  'treeView',
] as const
export type Feature = (typeof FEATURES)[number]

export const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
export type HeadingTag = (typeof HEADINGS)[number]

/** A state that a text may be in: one value of `key`, shown by `css` (camelCase or kebab-case names). */
export type TextState = {
  key: string
  values: { value: string; label: LocalizedText; css: { [property: string]: string } }[]
}

/**
 * The features of a rich text editor: one object for all fields with the same editor, whose blocks may hold rich text
 * with editors of their own. `F`: the fields in it.
 */
export interface RichTextEditorOf<F> {
  /** Schema path of its fields: `editor:<key>`, see shared/cms/schema-path.ts. */
  schemaPath: string
  /** Features that Galley knows, in the site's order. */
  features: Feature[]
  /** Keys of features that Galley does not know: their nodes are kept, and cannot be edited. */
  unknownFeatures: string[]
  /** Types of the nodes that the site's editor knows, beside those that every editor has. */
  nodeTypes: string[]
  headings: HeadingTag[]
  textStates: TextState[]
  /** Types of blocks that are never indented. */
  neverIndented: string[]
  /** True if a text may have tabs. */
  tabs: boolean
  /** `fields`: of the drawer, the text to display among them, which is no part of the link. Null: no links. */
  link: {
    fields: F[]
    /** Addresses become links as they are typed or pasted. */
    autoLinks: boolean
    /** True if pasted automatic links stay automatic; otherwise they become plain links. */
    keepsAutoLinks: boolean
    defaultType: string
    defaultUrl: string
  } | null
  /** Slugs of the collections that may be chosen from; null: no such feature (S6.05). */
  relationship: { collections: string[] } | null
  /** `fields`: the fields of an upload, by its collection (S6.06). */
  upload: { collections: string[]; fields: { [collection: string]: F[] } } | null
  blocks: BlockOf<F>[]
  inlineBlocks: BlockOf<F>[]
  /** Fields of the drawer that asks for the size of a new table; empty: the site does not tell. */
  tableFields: F[]
  /** Buttons that the site hides in the margin of a block. */
  hides: { add: boolean; handle: boolean }
  /** The placeholder of an empty text; null: Galley's own words (S2.69). */
  placeholder: LocalizedText | null
}
