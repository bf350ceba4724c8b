import { useEffect, useState } from 'react'
import type { CertificateRequest } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useBootstrap } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'

const NONE = ''

/** Asks which client certificate a server gets, the account's or one being connected to (F73); none by default. */
export function CertificateQuestion() {
  const { certificateRequests } = useBootstrap()
  const [asked, setAsked] = useState<CertificateRequest[]>([])
  useEffect(() => {
    const hear = (request: CertificateRequest) =>
      setAsked((before) => [...before.filter(({ origin }) => origin !== request.origin), request])
    certificateRequests.forEach(hear)
    return galley.on('certificates.asked', hear)
  }, [certificateRequests])
  const [request] = asked
  if (request === undefined) return null
  const { origin } = request
  return (
    <Question
      key={origin}
      request={request}
      onAnswer={(fingerprint) => {
        setAsked((before) => before.filter((other) => other !== request))
        galley.call('certificates.choose', { origin, fingerprint }).catch(console.error)
      }}
    />
  )
}

type QuestionProps = { request: CertificateRequest; onAnswer: (fingerprint: string | null) => void }

function Question({ request, onAnswer }: QuestionProps) {
  const { t, formatDate } = useT()
  const [value, setValue] = useState(NONE)
  const labelOf = ({ subject, issuer, validUntil }: CertificateRequest['certificates'][number]) =>
    validUntil === null
      ? t('galley:app.certificate.oneUndated', { subject, issuer })
      : t('galley:app.certificate.one', { subject, issuer, date: formatDate(validUntil) })
  return (
    <Dialog
      role="alertdialog"
      title={t('galley:app.certificate.title', { server: new URL(request.origin).host })}
      onClose={() => onAnswer(null)}
      actions={
        <Button variant="primary" autoFocus onPress={() => onAnswer(value === NONE ? null : value)}>
          {t('galley:app.certificate.continue')}
        </Button>
      }
    >
      <p>{t('galley:app.certificate.body')}</p>
      <RadioGroup
        direction="column"
        aria-label={t('galley:app.certificate.label')}
        value={value}
        onChange={setValue}
        options={[
          { value: NONE, label: t('galley:app.certificate.none') },
          ...request.certificates.map((one) => ({ value: one.fingerprint, label: labelOf(one) })),
        ]}
      />
    </Dialog>
  )
}
