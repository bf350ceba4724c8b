import { Button } from '../../ui/button/button.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'

/** The items of a menu as buttons side by side. */
export function ItemButtons({
  items,
  variant = 'secondary',
}: {
  items: readonly MenuItemSpec[]
  variant?: 'secondary' | 'quiet'
}) {
  return items.map(({ id, label, icon, danger, disabledReason, onAction }) => (
    <Button
      key={id}
      size="header"
      variant={danger === true ? 'danger-quiet' : variant}
      icon={icon}
      disabledReason={disabledReason ?? null}
      onPress={onAction}
    >
      {label}
    </Button>
  ))
}
