import {
  AlignFeature,
  BlockquoteFeature,
  BlocksFeature,
  BoldFeature,
  ChecklistFeature,
  EXPERIMENTAL_TableFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  IndentFeature,
  InlineCodeFeature,
  InlineToolbarFeature,
  ItalicFeature,
  LinkFeature,
  OrderedListFeature,
  ParagraphFeature,
  RelationshipFeature,
  StrikethroughFeature,
  SubscriptFeature,
  SuperscriptFeature,
  TextStateFeature,
  UnderlineFeature,
  UnorderedListFeature,
  UploadFeature,
  lexicalEditor,
} from '@payloadcms/richtext-lexical'
import { fareInline, noticeBlock, placeInline } from './blocks/rich-text-blocks.ts'

/** The editor of every rich text field that names none itself: all features the client has to carry. */
export const fullEditor = lexicalEditor({
  features: [
    ParagraphFeature(),
    HeadingFeature({ enabledHeadingSizes: ['h2', 'h3', 'h4'] }),
    BoldFeature(),
    ItalicFeature(),
    UnderlineFeature(),
    StrikethroughFeature(),
    SubscriptFeature(),
    SuperscriptFeature(),
    InlineCodeFeature(),
    AlignFeature(),
    IndentFeature(),
    UnorderedListFeature(),
    OrderedListFeature(),
    ChecklistFeature(),
    LinkFeature({
      enabledCollections: ['posts', 'pages', 'places'],
      fields: ({ defaultFields }) => [
        ...defaultFields,
        { name: 'rel', type: 'select', hasMany: true, options: ['nofollow', 'sponsored'] },
      ],
    }),
    RelationshipFeature({ enabledCollections: ['posts', 'places', 'authors'] }),
    UploadFeature({
      collections: {
        media: { fields: [{ name: 'caption', type: 'text', label: 'Caption', localized: true }] },
      },
    }),
    BlockquoteFeature(),
    HorizontalRuleFeature(),
    EXPERIMENTAL_TableFeature(),
    TextStateFeature({
      state: {
        tone: {
          pencil: { label: 'Blue pencil', css: { color: '#165e98' } },
          faded: { label: 'Faded', css: { color: '#67635c' } },
        },
      },
    }),
    BlocksFeature({ blocks: [noticeBlock], inlineBlocks: [placeInline, fareInline] }),
    FixedToolbarFeature(),
    InlineToolbarFeature(),
  ],
})

/** A short form for captions and answers: emphasis and links only. */
export const lineEditor = lexicalEditor({
  features: [
    ParagraphFeature(),
    BoldFeature(),
    ItalicFeature(),
    LinkFeature({ enabledCollections: ['posts', 'pages'] }),
    InlineToolbarFeature(),
  ],
})
