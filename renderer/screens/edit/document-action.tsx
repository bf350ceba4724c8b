import type { Translate } from '../../i18n/translator.ts'
import { useCommand } from '../../commands/use-commands.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'

/** Something that is done with the whole document: an item of a menu, and a command of the palette. */
export type DocumentAction = Omit<MenuItemSpec, 'label'> & {
  /** Key of its text. */
  title: string
  titleVars?: Readonly<Record<string, string | number>>
  /** Key of other words by which the palette finds it. */
  also?: string
}

export function menuItems(actions: readonly DocumentAction[], t: Translate): MenuItemSpec[] {
  return actions.map(({ title, titleVars, also: _also, ...item }) => ({
    ...item,
    label: t(title, titleVars),
  }))
}

/** Registers actions with the palette for as long as they are there; one that cannot be used now is not listed. */
export function ActionCommands({ actions }: { actions: readonly DocumentAction[] }) {
  return actions.map((action) => <ActionCommand key={action.id} action={action} />)
}

function ActionCommand({ action }: { action: DocumentAction }) {
  const { id, title, titleVars, also, icon, shortcut, disabledReason, onAction } = action
  useCommand({
    id: `document.${id}`,
    title,
    run: onAction,
    when: () => disabledReason == null,
    ...(titleVars !== undefined && { titleVars }),
    ...(also !== undefined && { also }),
    ...(icon !== undefined && { icon }),
    ...(shortcut !== undefined && { shortcut }),
  })
  return null
}
