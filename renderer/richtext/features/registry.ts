import type { EditorFeature } from '../feature.ts'
import { blocks } from './blocks/blocks-feature.ts'
import { inlineBlocks } from './inline-blocks/inline-blocks-feature.ts'
import { relationships } from './relationships/relationships-feature.ts'
import { uploads } from './uploads/uploads-feature.ts'

/** All that editors can do, in no order that means anything. */
export const editorFeatures: readonly EditorFeature[] = [blocks, inlineBlocks, uploads, relationships]
