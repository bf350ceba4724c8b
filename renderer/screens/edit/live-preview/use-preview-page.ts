import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sameRef, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { LivePreviewState, PreviewResult } from '../../../../shared/ipc.ts'
import type { Json } from '../../../../shared/json.ts'
import { galley } from '../../../data/bridge.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import { documentInForm } from '../../../form/document-in-form.ts'
import { useDocument, useDocumentState, useForm } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'

/** Milliseconds for which edits are collected before the page gets them together. */
const COLLECT_MS = 80
/** Further milliseconds after which the page gets the edits even if the window is busy. */
const AT_LAST_MS = 400

export type PreviewPage = {
  state: LivePreviewState
  /** The server's answer with the address; undefined: none yet. */
  answer: PreviewResult | undefined
  /** Error of the request itself. */
  error: Error | null
  again: () => void
}

/** Loads the page of this document while mounted, and sends it the edits. */
export function usePreviewPage(): PreviewPage {
  const document = useDocument()
  const form = useForm()
  const [state, setState] = useState<LivePreviewState>('closed')
  useEffect(() => galley.on('livePreview.changed', (now) => setState(now.state)), [])
  useEffect(() => () => void galley.call('livePreview.do', { what: 'close' }), [])

  // The address may change with each save, and with the locale.
  const online = useConnection()?.status === 'online'
  const revision = useDocumentState(({ view }) => view.base.updatedAt)
  const asked = useQuery({
    queryKey: queryKeys.livePreview(document.getRef(), form.locale, revision, online),
    queryFn: () => galley.call('livePreview.open', documentInForm(document, form)),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useTelling(document, form, state === 'closed' ? null : asked.dataUpdatedAt)
  useSaved(revision)
  return { state, answer: asked.data, error: asked.error, again: () => void asked.refetch() }
}

/**
 * Sends the document to the page. `opened`: null without a page; a new number if the page may have reloaded. A loaded
 * page gets updates while its address is asked for again.
 */
function useTelling(document: DocumentForm, form: FormState, opened: number | null): void {
  useEffect(() => {
    if (opened === null) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let updated: { slug: string; id: string } | null = null
    const tell = () => {
      const what = updated
      updated = null
      void galley.call('livePreview.send', { ...documentInForm(document, form), updated: what })
    }
    // Never within a keystroke, since the whole document is sent.
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = null
        requestIdleCallback(tell, { timeout: AT_LAST_MS })
      }, COLLECT_MS)
    }
    soon()
    const stopEdits = form.subscribeWithin('', soon)
    const stopOthers = galley.on('documents.changed', ({ refs }) => {
      const other = refs.find((ref) => pointsAt(document, form, ref))
      if (other?.kind !== 'collection') return
      updated = { slug: other.slug, id: other.id }
      soon()
    })
    return () => {
      stopEdits()
      stopOthers()
      if (timer !== null) clearTimeout(timer)
    }
  }, [document, form, opened])
}

/** True if the document may refer to another one: the id occurs in its data. */
function pointsAt(document: DocumentForm, form: FormState, ref: DocRef): boolean {
  return ref.kind === 'collection' && !sameRef(ref, document.getRef()) && holds(form.data(), ref.id)
}

function holds(value: Json | undefined, id: string): boolean {
  if (typeof value !== 'object' || value === null) return String(value) === id
  return Object.values(value).some((item) => holds(item, id))
}

/** Reloads a page rendered by the server once that has stored the document. */
function useSaved(revision: string | null): void {
  const before = useRef(revision)
  useEffect(() => {
    if (before.current === revision) return
    before.current = revision
    void galley.call('livePreview.do', { what: 'saved' })
  }, [revision])
}
