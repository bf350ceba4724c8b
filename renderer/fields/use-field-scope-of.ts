import { useMemo } from 'react'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { schemaNames } from '../../shared/document/schema-names.ts'
import { FILE_FIELD, haveFile } from '../../shared/fields/file/pending-file.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useAccount } from '../data/account-context.tsx'
import { useContentLocale } from '../data/content-locale.ts'
import { useCanField } from '../data/schema-context.tsx'
import type { FieldScope } from './field-scope.tsx'
import { placeOf } from './place.ts'

/** What the fields of a form for documents of an entity share. `data`: what the form holds, in all locales; stable. */
export function useFieldScopeOf(
  entity: Collection | Global,
  isNew: boolean,
  data: () => JsonObject,
): FieldScope {
  const { locale, dir, locales } = useContentLocale()
  const canField = useCanField()
  const server = useAccount().server.id
  const hasFile = haveFile(entity.fields)
  return useMemo(() => {
    // The server knows no field of the file itself: whoever may give it a name may give it.
    const permitted = (path: string): string =>
      hasFile && path === FILE_FIELD ? 'filename' : schemaNames(entity.fields, data(), path, locale)
    return {
      server,
      locale,
      dir: dir ?? null,
      locales,
      placeOf: (field) => placeOf(field, entity),
      mayRead: (path) => canField(entity.kind, entity.slug, permitted(path), 'read'),
      mayWrite: (path) => canField(entity.kind, entity.slug, permitted(path), isNew ? 'create' : 'update'),
    }
  }, [entity, hasFile, server, locale, dir, locales, canField, isNew, data])
}
