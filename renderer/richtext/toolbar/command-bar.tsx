import { type LexicalEditor, $getRoot, $getSelection } from 'lexical'
import { AlignLeft, Ellipsis, Keyboard, Palette, Plus } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Ref, RefObject, SyntheticEvent } from 'react'
import { Toolbar } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import type { EditorCommand } from '../feature.ts'
import { SHORTCUTS_KEY, showShortcuts } from '../../commands/shortcut-sheet.tsx'
import styles from './toolbar.module.css'
import { commandsIn } from './toolbar-units.ts'
import type { ToolbarUnit } from './toolbar-units.ts'
import { useCommandStates } from './use-command-states.ts'

type CommandBarProps = {
  editor: LexicalEditor | null
  commands: readonly EditorCommand[]
  units: readonly ToolbarUnit[]
  /**
   * Units without room, for a menu at the end that also opens the shortcut sheet. Null: no such menu.
   */
  folded: readonly ToolbarUnit[] | null
  label: string
  className?: string | undefined
  /** The element around the commands. */
  ref?: Ref<HTMLDivElement>
  /** The outer element, which has `className`. */
  boxRef?: RefObject<HTMLDivElement | null>
}

const MENU_ICONS: Readonly<Record<string, LucideIcon>> = { state: Palette, align: AlignLeft, insert: Plus }

/**
 * Commands side by side with one Tab stop: arrows move, Escape returns to the text. The mouse does not move
 * the caret.
 */
export function CommandBar(props: CommandBarProps) {
  const { editor, commands, units, folded, label, className, ref, boxRef } = props
  const ownBox = useRef<HTMLDivElement>(null)
  const box = boxRef ?? ownBox
  useEscapeToText(editor, box)
  const actions = useCommandActions(editor, commands)
  return (
    <div
      role="presentation"
      className={className}
      ref={box}
      // A press keeps caret and selection, except in menus, which need it.
      onMouseDownCapture={(event) => {
        if (isWithin(event)) event.preventDefault()
      }}
    >
      <Toolbar aria-label={label} className={styles['bar'] ?? ''} {...(ref !== undefined && { ref })}>
        {units.map((unit, index) => (
          <span
            key={unit.id}
            data-unit={unit.id}
            className={cx(
              styles['unit'],
              index > 0 && units[index - 1]?.group !== unit.group && styles['begins'],
            )}
          >
            <UnitControl unit={unit} hasEditor={editor !== null} actions={actions} />
          </span>
        ))}
        {folded !== null && <MoreMenu folded={folded} actions={actions} />}
      </Toolbar>
    </div>
  )
}

type CommandActions = ReturnType<typeof useCommandActions>

/** Returns the states of the commands, and the functions that run them. */
function useCommandActions(editor: LexicalEditor | null, commands: readonly EditorCommand[]) {
  const { t } = useT()
  const stateOf = useCommandStates(editor, commands)
  const reason = (command: EditorCommand): string | null =>
    stateOf(command).isEnabled ? null : t('galley:rich-text-ways.notHere')
  const run = (command: EditorCommand): void => {
    if (editor !== null) runCommand(editor, command)
  }
  const item = (command: EditorCommand, line: boolean): MenuItemSpec => ({
    id: command.id,
    label: command.label,
    icon: command.icon,
    line,
    current: stateOf(command).isActive,
    disabledReason: reason(command),
    ...(command.shortcut !== undefined && { shortcut: command.shortcut }),
    onAction: () => run(command),
  })
  return { stateOf, reason, run, item }
}

type UnitControlProps = { unit: ToolbarUnit; hasEditor: boolean; actions: CommandActions }

/** A command as a button, or the menu of a group. */
function UnitControl({ unit, hasEditor, actions: { stateOf, reason, run, item } }: UnitControlProps) {
  const { t } = useT()
  if (unit.kind === 'button') {
    const { command } = unit
    return (
      <IconButton
        size="row"
        label={command.label}
        icon={command.icon}
        {...(command.shortcut !== undefined && { shortcut: command.shortcut })}
        {...(command.$isActive !== undefined && { pressed: stateOf(command).isActive })}
        disabledReason={reason(command)}
        onPress={() => run(command)}
      />
    )
  }
  const used = unit.commands.find((command) => stateOf(command).isActive)
  const name = t(`galley:rich-text-ways.menu.${unit.group}`)
  const items = unit.commands.map((command) => item(command, false))
  if (unit.group === 'block') {
    const shown = (used ?? (!hasEditor ? unit.commands[0] : undefined))?.label
    return (
      <MenuButton
        label={shown === undefined ? name : `${name}: ${shown}`}
        items={items}
        size="row"
        placement="bottom start"
        className={cx(styles['wide'])}
      >
        <span className={styles['current']}>{shown ?? name}</span>
      </MenuButton>
    )
  }
  const icon = (unit.group === 'align' ? used?.icon : undefined) ?? MENU_ICONS[unit.group] ?? Plus
  return (
    <MenuButton label={name} icon={icon} items={items} size="row" placement="bottom start">
      {unit.group === 'insert' ? name : undefined}
    </MenuButton>
  )
}

type MoreMenuProps = { folded: readonly ToolbarUnit[]; actions: CommandActions }

function MoreMenu({ folded, actions: { item } }: MoreMenuProps) {
  const { t } = useT()
  return (
    <span data-more className={cx(styles['unit'], styles['more'])}>
      <MenuButton
        label={t('galley:rich-text-ways.more')}
        icon={Ellipsis}
        size="row"
        items={[
          ...folded.flatMap((unit, index) =>
            commandsIn(unit).map((command, at) =>
              item(command, index > 0 && at === 0 && folded[index - 1]?.group !== unit.group),
            ),
          ),
          {
            id: 'shortcuts',
            label: t('galley:app.command.shortcuts'),
            icon: Keyboard,
            shortcut: SHORTCUTS_KEY,
            line: folded.length > 0,
            onAction: showShortcuts,
          },
        ]}
      />
    </span>
  )
}

/** True for events of the bar itself; React also bubbles those of its menus. */
function isWithin({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target)
}

/** Handles Escape before an open tooltip would. */
function useEscapeToText(editor: LexicalEditor | null, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (editor === null) return
    const onKeyDown = (event: KeyboardEvent): void => {
      const isHere = event.target instanceof Node && box.current?.contains(event.target) === true
      if (event.key !== 'Escape' || !isHere) return
      event.preventDefault()
      event.stopPropagation()
      editor.getRootElement()?.focus({ preventScroll: true })
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [editor, box])
}

/**
 * Runs a command from outside of the text and focuses the text. Without a selection it runs at the text's
 * end. A drawer opened by the command keeps the focus.
 */
function runCommand(editor: LexicalEditor, command: EditorCommand): void {
  const isNowhere = editor.read(() => $getSelection() === null)
  if (isNowhere) editor.update(() => void $getRoot().selectEnd(), { discrete: true })
  const root = editor.getRootElement()
  root?.focus({ preventScroll: true })
  command.run(editor)
}
