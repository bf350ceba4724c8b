import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { callReason } from '../../data/failure-reasons.ts'
import type { SessionSnapshot } from '../../form/document-session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'

type MissingProps = { docRef: DocRef; snapshot: SessionSnapshot; listTo: string | null; onAgain: () => void }

/** The reason that a document cannot be shown: not on this computer, gone, not allowed, or not readable. */
export function MissingDocument({ docRef, snapshot, listTo, onAgain }: MissingProps) {
  const { t } = useT()
  const { refreshed } = snapshot
  const id = refId(docRef) || docRef.slug
  const again = <Button onPress={onAgain}>{t('galley:edit.tryAgain')}</Button>
  const list = listTo !== null && <ButtonLink to={listTo}>{t('galley:edit.backToList')}</ButtonLink>
  if (snapshot.status === 'failed') {
    return (
      <Message
        kind="error"
        title={t('error:loadingDocument', { id })}
        body={callReason(snapshot.message, t)}
        actions={again}
      />
    )
  }
  switch (refreshed?.outcome) {
    case 'offline':
    case 'signed-out':
      return (
        <Message
          kind="offline"
          title={t('galley:edit.notHere.title')}
          body={t(
            refreshed.outcome === 'offline' ? 'galley:edit.notHere.offline' : 'galley:edit.notHere.signedOut',
          )}
          actions={again}
        />
      )
    case 'gone':
      return (
        // The document was deleted or has never existed; that is unknown (U19).
        <Message kind="not-found" title={t('error:documentNotFound', { id })} actions={list} />
      )
    case 'denied':
      return (
        <Message
          kind="error"
          title={t('error:notAllowedToAccessPage')}
          body={refreshed.message}
          actions={list}
        />
      )
    default:
      return (
        <Message
          kind="error"
          title={t('error:loadingDocument', { id })}
          body={refreshed !== null && 'message' in refreshed ? callReason(refreshed.message, t) : undefined}
          actions={again}
        />
      )
  }
}
