import { Rows3 } from 'lucide-react'
import type { GroupField } from '../../../shared/lists/group-by.ts'
import { filterFieldLabel } from '../../fields/filter/filter-words.ts'
import { useT } from '../../i18n/use-t.ts'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'

/** The menu of the field by which a list is grouped. */
export function GroupMenu({
  fields,
  current,
  onChoose,
}: {
  fields: readonly GroupField[]
  current: GroupField | null
  /** null: by none. */
  onChoose: (path: string | null) => void
}) {
  const words = useT()
  const { t } = words
  if (fields.length === 0) return null
  const label =
    current === null
      ? t('galley:list.groups.by')
      : t('general:groupByLabel', { label: filterFieldLabel(current, words) })
  return (
    <MenuButton
      label={label}
      variant="secondary"
      icon={Rows3}
      items={[
        {
          id: 'none',
          label: t('galley:list.groups.none'),
          current: current === null,
          onAction: () => onChoose(null),
        },
        ...fields.map((field, index) => ({
          // A field may be called `none`.
          id: `by ${field.path}`,
          label: filterFieldLabel(field, words),
          current: field.path === current?.path,
          ...(index === 0 && { line: true }),
          onAction: () => onChoose(field.path),
        })),
      ]}
    >
      {label}
    </MenuButton>
  )
}
