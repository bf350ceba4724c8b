import type { EditorFeature } from '../feature.ts'
import { align } from './align/align.ts'
import { heading, paragraph, quote } from './blocks/blocks.ts'
import { clipboard } from './clipboard/clipboard.tsx'
import { horizontalRule } from './horizontal-rule/horizontal-rule.ts'
import { indent } from './indent/indent.ts'
import { inlineBlocks } from './inline-blocks/inline-blocks.tsx'
import { leaving } from './leaving/leaving.ts'
import { lineKeys } from './line-keys/line-keys.ts'
import { links } from './links/links.ts'
import { lists } from './lists/lists.ts'
import { markdown } from './markdown/markdown.ts'
import { relationships } from './relationships/relationships.tsx'
import { siteBlocks } from './site-blocks/site-blocks.tsx'
import { tables } from './tables/tables.ts'
import { textFormat } from './text-format/text-format.ts'
import { textState } from './text-state/text-state.ts'
import { blockCommands } from './top-blocks/block-commands.ts'
import { uploads } from './uploads/uploads.tsx'

/** All features of editors. Toolbars and menus show the commands of a group in this order. */
export const editorFeatures: readonly EditorFeature[] = [
  paragraph,
  heading,
  quote,
  textFormat,
  textState,
  align,
  indent,
  horizontalRule,
  links,
  clipboard,
  siteBlocks,
  inlineBlocks,
  uploads,
  relationships,
  lists,
  tables,
  leaving,
  lineKeys,
  markdown,
  blockCommands,
]
