import type { EditorFeature } from '../feature.ts'
import { links } from './links/links.ts'

/** All that editors can do, in no order that means anything. */
export const editorFeatures: readonly EditorFeature[] = [links]
