import { useMemo } from 'react'
import { useAccount } from '../../data/account-context.tsx'
import { useContentLocale } from '../../data/content-locale.ts'
import { useCanField } from '../../data/schema-context.tsx'
import type { FieldScope } from '../../fields/field-scope.tsx'
import { placeOf } from '../../fields/place.ts'
import { useDocument } from '../../form/form-context.tsx'

/** What the fields of the open document share. */
export function useFieldScopeOf(isNew: boolean): FieldScope {
  const { entity } = useDocument()
  const { locale, dir, locales } = useContentLocale()
  const canField = useCanField()
  const server = useAccount().server.id
  return useMemo(
    () => ({
      server,
      locale,
      dir: dir ?? null,
      locales,
      placeOf: (field) => placeOf(field, entity),
      mayRead: (path) => canField(entity.kind, entity.slug, path, 'read'),
      mayWrite: (path) => canField(entity.kind, entity.slug, path, isNew ? 'create' : 'update'),
    }),
    [entity, server, locale, dir, locales, canField, isNew],
  )
}
