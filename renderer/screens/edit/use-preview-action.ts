import { ExternalLink } from 'lucide-react'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import type { DocumentForm } from '../../form/document-form.ts'
import { documentInForm } from '../../form/document-in-form.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import type { DocumentAction } from './document-action.tsx'

/** Most milliseconds to wait until the server has the edits. */
const SENT_WITHIN_MS = 8_000

const cause = 'preview'

/** Returns the action that opens the document on the site in the browser; null if the site has no preview. */
export function usePreviewAction(session: DocumentSession): DocumentAction | null {
  const { t } = useT()
  const toast = useToast()
  const document = useDocument()
  const form = useForm()
  const { capabilities } = useSchema()
  const online = useConnection()?.status === 'online'
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  if (!document.entity.preview || !capabilities.previews) return null

  async function open(): Promise<void> {
    toast.over(cause)
    try {
      const isSent = await sendDraft(document, session, form.locale)
      const answer = await galley.call('preview.open', documentInForm(document, form))
      if (answer.outcome !== 'done')
        toast.error(t('error:previewing'), { cause, detail: notDoneReason(answer, t) })
      else if (!answer.done)
        toast.error(t('galley:preview.none'), { cause, detail: t('galley:preview.noneHere') })
      else if (!isSent) toast.success(t('galley:preview.notSent'))
    } catch (error) {
      toast.error(t('error:previewing'), { cause, detail: callReason(error, t) })
    }
  }
  return {
    id: 'preview',
    title: 'version:preview',
    also: 'galley:palette.also.preview',
    icon: ExternalLink,
    disabledReason:
      isNew || isGone ? t('galley:actions.saveFirst') : online ? null : t('galley:actions.needsServer'),
    onAction: () => void open(),
  }
}

/**
 * Saves the edits as a draft and waits for the server; returns true if it has everything. Without drafts
 * nothing is saved, since readers would see it at once.
 */
async function sendDraft(
  document: DocumentForm,
  session: DocumentSession,
  locale: string | null,
): Promise<boolean> {
  const isSent = (): boolean => {
    const { view, dirty } = document.getDocument()
    return !dirty && view.entries.length === 0
  }
  if (isSent()) return true
  if (document.entity.versions?.drafts !== true) return false
  const { saved } = await session.save('draft', locale)
  if (!saved) return false
  return new Promise((resolve) => {
    const end = (answer: boolean): void => {
      stop()
      clearTimeout(timer)
      resolve(answer)
    }
    const stop = document.subscribe(() => {
      if (isSent()) end(true)
    })
    const timer = setTimeout(() => end(isSent()), SENT_WITHIN_MS)
    if (isSent()) end(true)
  })
}
