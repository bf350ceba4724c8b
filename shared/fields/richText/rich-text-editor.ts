import type { LocalizedText } from '../../cms/field-base.ts'
import type { BlockOf } from '../blocks/blocks-field.ts'

/** Features of the server's editor that Galley knows, by the keys that they have there. */
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
 * What an editor of rich text offers. One object for all fields with the same editor; its blocks may hold rich text
 * with editors of their own. `F`: the fields inside of it.
 */
export interface RichTextEditorOf<F> {
  /** Where its fields are defined: `editor:<key>`, see shared/cms/schema-path.ts. */
  schemaPath: string
  /** In the order in which the site has them. */
  features: Feature[]
  /** Keys of features that Galley does not know: what they make is kept, and cannot be edited. */
  unknownFeatures: string[]
  /** Types of the nodes that the site's editor knows, beside those that every editor has. */
  nodeTypes: string[]
  headings: HeadingTag[]
  textStates: TextState[]
  /** Types of blocks that are never indented. */
  neverIndented: string[]
  /** Whether a text may have tabs in it. */
  tabs: boolean
  /** `fields`: of the drawer, the text to display among them, which is no part of the link. Null: no links. */
  link: {
    fields: F[]
    /** Addresses become links as they are typed or pasted. */
    autoLinks: boolean
    /** Links that were made so elsewhere may be put in. */
    keepsAutoLinks: boolean
    defaultType: string
    defaultUrl: string
  } | null
  /** Slugs of the collections that may be chosen from; null: no such feature (S6.05). */
  relationship: { collections: string[] } | null
  /** `fields`: by collection, what an upload of it has (S6.06). */
  upload: { collections: string[]; fields: { [collection: string]: F[] } } | null
  blocks: BlockOf<F>[]
  inlineBlocks: BlockOf<F>[]
  /** Of the drawer that asks how large a new table is; empty: the site does not tell. */
  tableFields: F[]
  /** What the site leaves out of the margin beside a block: the button that adds below, the handle. */
  hides: { add: boolean; handle: boolean }
  /** What an empty text says; null: Galley's own words (S2.69). */
  placeholder: LocalizedText | null
}
