import type { EditorThemeClasses, Klass, LexicalEditor, LexicalNode } from 'lexical'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RichTextEditor } from '../../shared/cms/schema-model.ts'
import type { UseT } from '../i18n/use-t.ts'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

/**
 * Something that an editor can do: its nodes, its rules, its commands. One folder in ./features for each, one line in
 * ./features/registry.ts. Toolbars, the slash menu, shortcuts and the cheat sheet are made of the commands of all.
 */
export type EditorFeature = {
  name: string
  /**
   * Nodes that it brings. Every editor knows the nodes of all features, offered or not: what a site no longer offers
   * is still in its documents.
   */
  nodes?: readonly Klass<LexicalNode>[]
  /** Class names of what it draws; every editor has those of all features. */
  theme?: EditorThemeClasses
  /** True if the site's editor offers it; absent: always. */
  isOffered?: (editor: RichTextEditor) => boolean
  /**
   * Transforms, keys and commands of Lexical; called once for each editor, also where the feature is not offered: what
   * is stored has to behave. Answers what takes all of it away again.
   */
  register?: (editor: LexicalEditor, config: RichTextEditor) => () => void
  /** Drawers and floating parts beside the text while it is edited. Inside of the editor's contexts. */
  Beside?: (this: void) => ReactNode
  /** Its commands, where it is offered. */
  commands?: (config: RichTextEditor, texts: UseT) => EditorCommand[]
}

/** Groups of commands, in the order in which toolbars and menus show them. */
export const COMMAND_GROUPS = [
  'block',
  'list',
  'format',
  'state',
  'align',
  'indent',
  'link',
  'insert',
  'move',
] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** A place of a command in the window, beside its shortcut. */
export type CommandPlace = 'toolbar' | 'floating' | 'slash'

export type EditorCommand = {
  /** `format.bold`, `block.h2`, `insert.block.notice`: unique in an editor. */
  id: string
  group: CommandGroup
  /** In the user's language. */
  label: string
  icon: LucideIcon
  shortcut?: Shortcut
  /** Words that find it in the slash menu beside the label: `h2`, `ul`, `divider`. */
  words?: readonly string[]
  places: readonly CommandPlace[]
  /** Not inside of an update; the command opens its own. */
  run: (editor: LexicalEditor) => void
  /** True if the text at the caret already has it; called inside of a read of the editor's state. */
  $isActive?: () => boolean
  /** True if it can be done at the caret; called inside of a read. Absent: always. */
  $isEnabled?: () => boolean
}
