import { useCallback, useMemo } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { filterFields, localFields } from '../../../shared/lists/filter-fields.ts'
import type { Rule } from '../../../shared/lists/filter-form.ts'
import {
  readFilterText,
  readToken,
  rulesForDocuments,
  type AskedByTitle,
  type Problem,
  type TextContext,
  type Token,
} from '../../../shared/lists/filter-text.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useTitleOf, type TitleOf } from '../../data/use-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import { filterFieldLabel } from './filter-words.ts'

export type TypedProblem = Exclude<Problem, 'field'> | 'document'
/** A typed token that is no rule, and the reason. */
export type Untaken = { text: string; problem: TypedProblem }

export type FilterText = {
  context: TextContext
  /** Splits a text into search words and field tokens. */
  read: (text: string) => { words: string; tokens: Token[] }
  /** Resolves to the rules of the tokens, and the tokens that are none. */
  rulesOf: (tokens: readonly Token[]) => Promise<{ rules: Rule[]; untaken: Untaken[] }>
}

/** Returns the parser of typed filters for a collection or its trash, in the window's language. */
export function useFilterText(collection: Collection, locale: string | null, isTrash = false): FilterText {
  const words = useT()
  const types = useFieldTypes()
  const schema = useSchema()
  const titleOf = useTitleOf()
  const { collection: users, userId } = useAccount()
  const isOnline = useConnection()?.status === 'online'
  const context = useMemo(
    (): TextContext => ({
      fields: [...filterFields(types, collection), ...(isTrash ? [] : localFields)],
      label: words.label,
      labelOf: (field) => filterFieldLabel(field, words),
      // A getter, so that each parse has the present time.
      get now() {
        return new Date()
      },
      me: { slug: users, id: userId },
    }),
    [types, collection, isTrash, words, users, userId],
  )
  const read = useCallback((text: string) => readFilterText(text, context), [context])
  const rulesOf = useCallback(
    async (tokens: readonly Token[]) => {
      const rules: Rule[] = []
      const untaken: Untaken[] = []
      for (const token of tokens) {
        const asked = readToken(token, context)
        if ('rules' in asked) rules.push(...asked.rules)
        else if ('problem' in asked)
          untaken.push({ text: token.text, problem: asked.problem === 'field' ? 'value' : asked.problem })
        else {
          const ids = await findByTitle(schema, asked.byTitle, { locale, isOnline, titleOf })
          if (ids === null) untaken.push({ text: token.text, problem: 'document' })
          else rules.push(...rulesForDocuments(asked.byTitle, ids))
        }
      }
      return { rules, untaken }
    },
    [context, schema, locale, isOnline, titleOf],
  )
  return useMemo(() => ({ context, read, rulesOf }), [context, read, rulesOf])
}

type Look = { locale: string | null; isOnline: boolean; titleOf: TitleOf }

/** Finds documents by title, on this computer, else on the server; null for a title without exactly one document. */
async function findByTitle(
  { collections }: SiteSchema,
  { field: { field }, titles }: AskedByTitle,
  { locale, isOnline, titleOf }: Look,
): Promise<string[] | null> {
  const [slug = ''] = 'relationTo' in field ? field.relationTo : []
  const collection = collections.find((one) => one.slug === slug)
  if (collection === undefined) return null
  const ids: string[] = []
  for (const title of titles) {
    const query: ListQuery = { slug, page: 1, limit: 20, sort: 'id', search: title, where: null, locale }
    const look = async (): Promise<string | null> => {
      const { rows } = await galley.call('documents.list', query)
      const called = rows.filter(
        (row) => titleOf(collection, row, locale).toLowerCase() === title.toLowerCase(),
      )
      const [only, ...others] = called.length > 0 ? called : rows
      return only === undefined || others.length > 0 ? null : refId(only.ref)
    }
    if (title.startsWith('#')) ids.push(title.slice(1))
    else {
      let id = await look()
      if (id === null && isOnline) {
        await galley.call('documents.refreshList', query)
        id = await look()
      }
      if (id === null) return null
      ids.push(id)
    }
  }
  return ids
}
