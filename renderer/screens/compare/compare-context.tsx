import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { ComparedPart } from '../../../shared/document/compare/compared.ts'
import { comparedRefs } from '../../../shared/document/compare/compared.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useDocumentRows } from '../../data/use-document-rows.ts'
import type { ValueContext } from '../../fields/field-module.ts'
import { useValueContext } from '../../fields/use-value-context.ts'
import type { Taking } from './take/use-taking.ts'

type Compare = {
  entity: Collection | Global
  before: JsonObject
  after: JsonObject
  values: ValueContext
  /** The locale of row labels, for localized fields. */
  locale: string | null
  /** Null: nothing can be taken. */
  taking: Taking | null
  /** Keys of the folded parts. */
  folded: ReadonlySet<string>
  fold: (keys: readonly string[], isFolded: boolean) => void
}

const CompareContext = createContext<Compare | null>(null)

export function useCompare(): Compare {
  const compare = useContext(CompareContext)
  if (compare === null) throw new Error('useCompare is used outside of a comparison')
  return compare
}

type CompareProviderProps = Pick<Compare, 'entity' | 'before' | 'after' | 'locale' | 'taking'> & {
  /** The shown parts; null: none yet. */
  parts: readonly ComparedPart[] | null
  children: ReactNode
}

/** Provides the context of a comparison: the two documents, and the titles of their references. */
export function CompareProvider({
  entity,
  before,
  after,
  locale,
  taking,
  parts,
  children,
}: CompareProviderProps) {
  const types = useFieldTypes()
  const refs = useMemo(() => (parts === null ? [] : comparedRefs(types, parts)), [types, parts])
  const found = useDocumentRows(refs, locale).rowOf
  const nameOf = useCallback((slug: string, id: string) => found(slug, id)?.title || null, [found])
  const words = useValueContext(nameOf)
  const values = useMemo(
    (): ValueContext => ({ ...words, rowOf: (slug, id) => found(slug, id)?.row ?? null }),
    [words, found],
  )
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const fold = useCallback((keys: readonly string[], isFolded: boolean) => {
    setFolded((now) => {
      const next = new Set(now)
      for (const key of keys) {
        if (isFolded) next.add(key)
        else next.delete(key)
      }
      return next
    })
  }, [])
  const compare = useMemo(
    (): Compare => ({ entity, before, after, values, locale, taking, folded, fold }),
    [entity, before, after, values, locale, taking, folded, fold],
  )
  return <CompareContext value={compare}>{children}</CompareContext>
}
