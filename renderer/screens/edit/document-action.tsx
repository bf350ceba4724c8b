import type { Translate } from '../../i18n/translator.ts'
import { useCommand } from '../../commands/use-commands.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'

/** An action on the whole document, as a menu item and as a command of the palette. */
export type DocumentAction = Omit<MenuItemSpec, 'label'> & {
  /** Key of its label. */
  title: string
  titleVars?: Readonly<Record<string, string | number>>
  /** Key of synonyms for the palette's search. */
  also?: string
}

export function menuItems(actions: readonly DocumentAction[], t: Translate): MenuItemSpec[] {
  return actions.map(({ title, titleVars, also: _also, ...item }) => ({
    ...item,
    label: t(title, titleVars),
  }))
}

/** Registers actions as commands of the palette while mounted; disabled ones are not listed. */
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
