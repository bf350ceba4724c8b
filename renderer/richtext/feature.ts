import type { EditorThemeClasses, Klass, LexicalEditor, LexicalNode } from 'lexical'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RichTextEditor } from '../../shared/cms/schema-model.ts'
import type { UseT } from '../i18n/use-t.ts'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

/**
 * A capability of editors: nodes, rules and commands. Each has a folder in ./features and a line in
 * ./features/registry.ts. Toolbars, slash menu, shortcuts and their sheet are built from all commands.
 */
export type EditorFeature = {
  name: string
  /**
   * Nodes of the feature. Every editor registers those of all features, since documents may have content that
   * the site no longer offers.
   */
  nodes?: readonly Klass<LexicalNode>[]
  /** Class names of what it draws; every editor has those of all features. */
  theme?: EditorThemeClasses
  /** True if the site's editor offers it; absent: always. */
  isOffered?: (editor: RichTextEditor) => boolean
  /**
   * Registers transforms, keys and commands, also if the feature is not offered, since stored content must
   * behave. Returns the function that unregisters.
   */
  register?: (editor: LexicalEditor, config: RichTextEditor) => () => void
  /** Drawers and floating parts beside the text while it is edited. Inside of the editor's contexts. */
  Beside?: (this: void) => ReactNode
  /** Commands, if the feature is offered. */
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

/** A place in the window that shows a command. */
export type CommandPlace = 'toolbar' | 'floating' | 'slash'

export type EditorCommand = {
  /** `format.bold`, `block.h2`, `insert.block.notice`: unique in an editor. */
  id: string
  group: CommandGroup
  /** Label in the UI language. */
  label: string
  icon: LucideIcon
  shortcut?: Shortcut
  /** More search words for the slash menu: `h2`, `ul`, `divider`. */
  words?: readonly string[]
  places: readonly CommandPlace[]
  /** Called outside of an update; the command opens its own. */
  run: (editor: LexicalEditor) => void
  /** True if the command is in effect at the caret. Inside of a read. */
  $isActive?: () => boolean
  /** True if it can be done at the caret; called inside of a read. Absent: always. */
  $isEnabled?: () => boolean
}

type GroupOfCommands = { group: CommandGroup; commands: readonly EditorCommand[] }

/**
 * Returns the commands by group, in the order of the groups. `place`: only commands that are offered in this
 * place of the window.
 */
export function commandGroups(commands: readonly EditorCommand[], place?: CommandPlace): GroupOfCommands[] {
  const shown = place === undefined ? commands : commands.filter(({ places }) => places.includes(place))
  return COMMAND_GROUPS.map((group) => ({
    group,
    commands: shown.filter((command) => command.group === group),
  })).filter((one) => one.commands.length > 0)
}

/** Typed forms of commands, by the command's id; only commands that the site's editor offers. */
export function markdownForms({ features, headings, link }: RichTextEditor): ReadonlyMap<string, string> {
  const forms: (readonly [isOffered: boolean, id: string, form: string])[] = [
    ...headings.map((tag) => [true, `block.${tag}`, '#'.repeat(Number(tag.slice(1)))] as const),
    [features.includes('blockquote'), 'block.quote', '>'],
    [features.includes('unorderedList'), 'list.bullet', '-'],
    [features.includes('orderedList'), 'list.number', '1.'],
    [features.includes('checklist'), 'list.check', '[ ]'],
    [features.includes('horizontalRule'), 'insert.rule', '---'],
    [features.includes('bold'), 'format.bold', '**…**'],
    [features.includes('italic'), 'format.italic', '*…*'],
    [features.includes('strikethrough'), 'format.strikethrough', '~~…~~'],
    [features.includes('inlineCode'), 'format.code', '`…`'],
    [link !== null, 'link.edit', '[…](https://…)'],
  ]
  return new Map(forms.flatMap(([isOffered, id, form]) => (isOffered ? [[id, form] as const] : [])))
}
