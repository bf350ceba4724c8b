import { useMemo } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useSchemaOrNull, useVisible } from './schema-context.tsx'
import { navGroups, type NavGroup } from './nav-groups.ts'

/** The groups of the navigation; none before the schema is here. */
export function useNavGroups(): NavGroup[] {
  const schema = useSchemaOrNull()
  const isVisible = useVisible()
  const { t, label } = useT()
  return useMemo(
    () =>
      schema === null
        ? []
        : navGroups({
            schema,
            isVisible,
            label,
            collections: t('general:collections'),
            globals: t('general:globals'),
          }),
    [schema, isVisible, label, t],
  )
}
