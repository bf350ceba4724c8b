import { useId, useState } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { FieldFrame } from '../../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import styles from './credentials-panel.module.css'
import { useCredentialChange } from '../../../sign-in/use-credential-change.ts'

/**
 * An API key: made on this computer, stored by the server, and shown only once. `isSet`: the server has one.
 */
export function ApiKey({ docRef, isSet }: { docRef: DocRef; isSet: boolean }) {
  const { t } = useT()
  const id = useId()
  const { key, unsure, copied, asking, setAsking, generate, revoke, copy, busy, needsServer } =
    useApiKey(docRef)
  const has = isSet || key !== null
  return (
    <>
      <FieldFrame
        label={t('authentication:apiKey')}
        htmlFor={`${id}-key`}
        group={key === null}
        bar={false}
        description={
          key !== null
            ? t(unsure ? 'galley:inputs.credentials.keyMaybe' : 'galley:inputs.credentials.keyOnce')
            : t(has ? 'galley:inputs.credentials.keySet' : 'galley:inputs.credentials.keyNone')
        }
      >
        {key !== null && (
          <TextInput
            id={`${id}-key`}
            value={key}
            onChange={() => {}}
            readOnly
            mono
            dir="ltr"
            aria-describedby={`${id}-key-description`}
            end={
              <Button size="row" variant="quiet" onPress={() => void copy()}>
                {t(copied ? 'galley:inputs.credentials.copied' : 'galley:inputs.credentials.copy')}
              </Button>
            }
          />
        )}
      </FieldFrame>
      <div className={styles['buttons']}>
        <Button
          disabledReason={needsServer}
          onPress={() => (has ? setAsking('replace') : void generate())}
          busyLabel={busy && asking === null ? t('galley:inputs.credentials.generate') : null}
        >
          {t(has ? 'galley:inputs.credentials.regenerate' : 'galley:inputs.credentials.generate')}
        </Button>
        {has && (
          <Button variant="danger-quiet" disabledReason={needsServer} onPress={() => setAsking('revoke')}>
            {t('galley:inputs.credentials.revoke')}
          </Button>
        )}
      </div>
      {asking !== null && (
        <KeyQuestion
          asking={asking}
          busy={busy}
          onConfirm={() => void (asking === 'replace' ? generate() : revoke())}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Returns functions that make, replace and revoke the key of a document, and a key that was just made. */
function useApiKey(docRef: DocRef) {
  const { t } = useT()
  const { change, busy, needsServer } = useCredentialChange(docRef)
  const [key, setKey] = useState<string | null>(null)
  /** True if the server's answer is missing, so that the shown key may or may not be the valid one. */
  const [unsure, setUnsure] = useState(false)
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const [copied, setCopied] = useState(false)

  const generate = async () => {
    const made = crypto.randomUUID()
    const became = await change({ kind: 'apiKey', apiKey: made }, t('galley:inputs.credentials.keySet'))
    setAsking(null)
    if (became === 'failed') return
    setKey(made)
    setUnsure(became === 'unknown')
    setCopied(false)
  }
  const revoke = async () => {
    const became = await change({ kind: 'apiKey', apiKey: null }, t('galley:inputs.credentials.revoked'))
    setAsking(null)
    if (became === 'done') setKey(null)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(key ?? '')
    setCopied(true)
  }
  return { key, unsure, copied, asking, setAsking, generate, revoke, copy, busy, needsServer }
}

type KeyQuestionProps = {
  asking: 'replace' | 'revoke'
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The question before a key is replaced or revoked: programs that use it lose their access. */
function KeyQuestion({ asking, busy, onConfirm, onCancel }: KeyQuestionProps) {
  const { t } = useT()
  return (
    <ConfirmDialog
      title={t(
        asking === 'replace'
          ? 'galley:inputs.credentials.replaceTitle'
          : 'galley:inputs.credentials.revokeTitle',
      )}
      body={t(
        asking === 'replace'
          ? 'galley:inputs.credentials.replaceBody'
          : 'galley:inputs.credentials.revokeBody',
      )}
      danger
      confirmLabel={t(asking === 'replace' ? 'general:confirm' : 'galley:inputs.credentials.revokeNow')}
      busyLabel={busy ? t('general:loading') : null}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
