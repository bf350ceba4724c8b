import type { EditorFeature } from '../feature.ts'
import { lists } from './lists/lists.ts'
import { tables } from './tables/tables.ts'

/** All that editors can do, in no order that means anything. */
export const editorFeatures: readonly EditorFeature[] = [lists, tables]
