import { createContext, useCallback, useContext } from 'react'
import {
  canDo,
  canDoField,
  type EntityKind,
  type FieldOperation,
  type Operation,
} from '../../shared/cms/permissions.ts'
import type { Collection, SiteSchema } from '../../shared/cms/schema-model.ts'
import { useSessionQuery } from './queries.ts'

const SchemaContext = createContext<SiteSchema | null>(null)

export const SchemaProvider = SchemaContext.Provider

/** Returns the site's schema; throws before it is read. Most screens are only shown after that. */
export function useSchema(): SiteSchema {
  const schema = useContext(SchemaContext)
  if (schema === null) throw new Error('useSchema is used where the schema may not be there yet')
  return schema
}

/** Returns the schema, or null before the first answer. */
export function useSchemaOrNull(): SiteSchema | null {
  return useContext(SchemaContext)
}

/** True if the site has a folder screen that this user may see; false before the schema is here. */
export function useBrowsesFolders(): boolean {
  return useSchemaOrNull()?.folders?.browse === true
}

export function useCollection(slug: string): Collection | null {
  return useSchema().collections.find((collection) => collection.slug === slug) ?? null
}

/**
 * Returns a check of the signed-in user's permissions, as last read from the server. Denies all while they are
 * unknown.
 */
export function useCan(): (kind: EntityKind, slug: string, operation: Operation) => boolean {
  const permissions = useSessionQuery().data?.permissions
  return useCallback(
    (kind, slug, operation) => permissions !== undefined && canDo(permissions, kind, slug, operation),
    [permissions],
  )
}

/** Returns a check for permission to create documents of a collection of the schema. */
export function useCanCreate(): (slug: string) => boolean {
  const can = useCan()
  const schema = useSchemaOrNull()
  return useCallback(
    (slug) => {
      const isThere = schema?.collections.some((one) => one.slug === slug) === true
      return isThere && can('collection', slug, 'create')
    },
    [can, schema],
  )
}

/** Returns a check of field permissions (S5.27); `path` is made of the schema's names, without row ids. */
export function useCanField(): (
  kind: EntityKind,
  slug: string,
  path: string,
  operation: FieldOperation,
) => boolean {
  const permissions = useSessionQuery().data?.permissions
  return useCallback(
    (kind, slug, path, operation) =>
      permissions !== undefined && canDoField(permissions, kind, slug, path, operation),
    [permissions],
  )
}

/** Returns a check if the user sees a collection or global: visible on the server and readable. */
export function useVisible(): (kind: EntityKind, slug: string) => boolean {
  const visible = useSessionQuery().data?.visible
  const can = useCan()
  return useCallback(
    (kind, slug) => {
      const shown = kind === 'collection' ? visible?.collections : visible?.globals
      return (shown?.includes(slug) ?? false) && can(kind, slug, 'read')
    },
    [visible, can],
  )
}
