import { useMemo, useEffect } from 'react'
import { useContentLocale, type ContentLocaleOption } from '../../../data/content-locale.tsx'
import type { Beside } from '../../../fields/second-locale/other-locale-context.ts'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import { useDocument, useDocumentState, useForm, useSecondForm } from '../../../form/form-context.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOutput } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { galley } from '../../../data/bridge.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'

/**
 * Returns the two locales on the screen as source and target; null if there is one. The source is the other's usual
 * source, else the one that comes first in the site's order.
 */
export function useBesideOf(): Beside | null {
  const { entity, data } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const form = useForm()
  const second = useSecondForm()
  const scope = useFieldScopeOf(entity, isNew, data, second?.locale ?? null)
  const { locales } = useContentLocale()
  const { reference, since } = useReference(second !== null)
  return useMemo(() => {
    if (second === null) return null
    const optionOf = (code: string | null) => locales.find((one) => one.code === code)
    const isBackwards = isSecondSource(locales, form.locale, second.locale)
    return {
      scope,
      names: {
        first: optionOf(form.locale)?.label ?? '',
        second: optionOf(second.locale)?.label ?? '',
      },
      source: isBackwards ? second : form,
      target: isBackwards ? form : second,
      reference,
      since,
    }
  }, [form, second, scope, locales, reference, since])
}

/**
 * True if the second locale is the source of the first: by the site's setting, else if it comes first in the site's
 * order.
 */
export function isSecondSource(
  locales: readonly Pick<ContentLocaleOption, 'code' | 'source'>[],
  first: string | null,
  second: string | null,
): boolean {
  const [one, other] = [first, second].map((code) => locales.find((locale) => locale.code === code))
  if (one === undefined || other === undefined) return false
  if (one.source === other.code || other.source === one.code) return one.source === other.code
  return locales.indexOf(other) < locales.indexOf(one)
}

type Reference = {
  /** The document as last published, or without drafts as saved; null: unknown. */
  reference: JsonObject | null
  since: 'published' | 'saved'
}

/**
 * Returns the document to compare translations with: as published, or as saved without drafts. If the latest version
 * is a draft, the server is asked, and nothing counts as older until it has answered.
 */
function useReference(wanted: boolean): Reference {
  const document = useDocument()
  const client = useQueryClient()
  const base = useDocumentState(({ view }) => view.base)
  const isNew = useDocumentState(({ view }) => view.isNew)
  const online = useConnection()?.status === 'online'
  const drafts = document.entity.versions?.drafts === true
  const isHere = !isNew && (!drafts || base.status === 'published')
  const ref = document.getRef()
  const queryKey = queryKeys.published(ref, base.updatedAt)
  const { data } = useQuery({
    queryKey,
    queryFn: () => galley.call('documents.published', { ref }),
    enabled: wanted && !isNew && !isHere && online && base.hasPublished !== false,
    staleTime: ({ state }) => (state.data?.outcome === 'done' ? Infinity : 0),
    // The previous revision's answer stays, so that marks do not flicker with each saved draft.
    placeholderData: (last, query) => (online && query?.queryKey[1] === queryKey[1] ? last : undefined),
  })
  useEffect(() => {
    if (!drafts || !isHere) return
    const answer: CallOutput<'documents.published'> = { outcome: 'done', data: base.data }
    client.setQueryData(queryKeys.published(document.getRef(), base.updatedAt), answer)
  }, [client, document, drafts, isHere, base])
  const published = data?.outcome === 'done' ? data.data : null
  return {
    reference: isNew ? null : isHere ? base.data : published,
    since: drafts ? 'published' : 'saved',
  }
}
