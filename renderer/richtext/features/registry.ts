import type { EditorFeature } from '../feature.ts'
import { align } from './align/align.ts'
import { heading, paragraph, quote } from './blocks/blocks.ts'
import { horizontalRule } from './horizontal-rule/horizontal-rule.ts'
import { indent } from './indent/indent.ts'
import { inlineBlocks } from './inline-blocks/inline-blocks-feature.ts'
import { leaving } from './leaving/leaving.ts'
import { relationships } from './relationships/relationships-feature.ts'
import { siteBlocks } from './site-blocks/site-blocks-feature.ts'
import { textFormat } from './text-format/text-format.ts'
import { textState } from './text-state/text-state.ts'
import { uploads } from './uploads/uploads-feature.ts'

/** All that editors can do, in no order that means anything. */
export const editorFeatures: readonly EditorFeature[] = [
  paragraph,
  heading,
  quote,
  textFormat,
  textState,
  align,
  indent,
  horizontalRule,
  leaving,
  siteBlocks,
  inlineBlocks,
  uploads,
  relationships,
]
