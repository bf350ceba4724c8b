import { useCallback, useEffect, useState } from 'react'
import type { RelatedRef } from '../../../../shared/cms/doc-ref.ts'
import { useDocumentTitles } from '../../../data/use-document-rows.ts'
import { useFieldScope } from '../../../fields/field-scope.tsx'
import { useValueContext } from '../../../fields/use-value-context.ts'
import { useForm, useOpenDocument } from '../../../form/form-context.tsx'
import { nodeAnswers, nodeKeyOf } from '../../../richtext/data-nodes/node-answers.ts'
import { findPlaces, type FindPlace } from './find-places.ts'
import { inSlices } from '../../../data/frames.ts'

/** Milliseconds without an edit before the document is read again. */
const QUIET_MS = 250

/** Returns all readable text of the open document, kept up to date; null until it is read. */
export function usePlaces(): readonly FindPlace[] | null {
  const form = useForm()
  const scope = useFieldScope()
  const [refs, setRefs] = useState<readonly RelatedRef[]>([])
  const titleOf = useDocumentTitles(refs, form.locale)
  const texts = useValueContext(titleOf)
  const [places, setPlaces] = useState<readonly FindPlace[] | null>(null)
  const [data, setData] = useState(form.data)
  const document = useOpenDocument()
  const isShownInNode = useCallback(
    (text: string, id: string, path: string): boolean => {
      const overlays = document === null ? null : nodeAnswers(document).overlays
      return overlays?.get(nodeKeyOf(form.locale, text, id))?.get(path)?.visible ?? true
    },
    [document, form],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = form.subscribeWithin('', () => {
      clearTimeout(timer)
      timer = setTimeout(() => setData(form.data), QUIET_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [form])

  useEffect(() => {
    const giveUp = new AbortController()
    const read = async () => {
      const met: RelatedRef[] = []
      const onRefs = (more: readonly RelatedRef[]) => {
        for (const one of more) met.push(one)
      }
      const found = await inSlices(
        findPlaces({ form, data, scope, texts, onRefs, isShownInNode }),
        giveUp.signal,
      )
      if (found === null) return
      setPlaces(found)
      setRefs((before) => (sameRefs(before, met) ? before : met))
    }
    void read()
    return () => giveUp.abort()
  }, [form, scope, texts, data, isShownInNode])

  return places
}

function sameRefs(a: readonly RelatedRef[], b: readonly RelatedRef[]): boolean {
  return a.length === b.length && a.every((one, at) => one.slug === b[at]?.slug && one.id === b[at]?.id)
}
