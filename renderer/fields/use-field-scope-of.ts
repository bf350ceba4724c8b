import { useMemo } from 'react'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { schemaNames } from '../../shared/document/schema-names.ts'
import { FILE_FIELD, haveFile } from '../../shared/fields/file/pending-file.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useAccount } from '../data/account-context.tsx'
import { useContentLocale } from '../data/content-locale.tsx'
import { judge, judgeField } from '../../shared/cms/document-permissions.ts'
import { useJudged } from '../form/use-permitted.ts'
import { type FieldScope, useWriteHold } from './field-scope.tsx'
import { placeOf } from './place.ts'

/**
 * Returns the scope of a form's fields; in another locale than the current one by `of`. `data`: the form's data, in
 * all locales; must be stable.
 */
export function useFieldScopeOf(
  entity: Collection | Global,
  isNew: boolean,
  data: () => JsonObject,
  of?: string | null,
): FieldScope {
  const { locale: around, locales, siteLocales } = useContentLocale()
  const locale = of ?? around
  const judged = useJudged(entity, isNew, locale)
  const server = useAccount().server.id
  const hasFile = haveFile(entity.fields)
  const isHeld = useWriteHold() !== null
  return useMemo(() => {
    // The server has no field for the file itself: permission for its name counts.
    const permitted = (path: string): string =>
      hasFile && path === FILE_FIELD ? 'filename' : schemaNames(entity.fields, data(), path, locale)
    const mayEdit = judge(judged, 'edit').may
    const option = siteLocales.find(({ code }) => code === locale)
    return {
      server,
      locale,
      dir: option?.dir ?? null,
      locales: siteLocales,
      fallbacks: (option?.fallbacks ?? []).flatMap(
        (code) => siteLocales.find((one) => one.code === code) ?? [],
      ),
      source: locales.find(({ code }) => code === option?.source) ?? null,
      canAsk: judged.canAsk,
      placeOf: (field) => placeOf(field, entity),
      mayRead: (path) => judgeField(judged, permitted(path), 'read'),
      mayWrite: (path) =>
        // A document keeps the id that it was created with.
        (path !== 'id' || isNew) && !isHeld && mayEdit && judgeField(judged, permitted(path), 'update'),
    }
  }, [entity, hasFile, server, locale, locales, siteLocales, judged, isNew, isHeld, data])
}
