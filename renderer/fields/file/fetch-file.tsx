import { useId, useState } from 'react'
import { useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { FileControl } from './use-file.ts'

/** The dialog for an address from which the server fetches a file. */
export function FetchFile({ file, onClose }: { file: FileControl; onClose: () => void }) {
  const { t } = useT()
  const id = useId()
  const [address, setAddress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isOnline = useConnection()?.status === 'online'
  const isAddress = /^https?:\/\/\S+$/i.test(address.trim()) && URL.canParse(address.trim())
  const reason = isOnline
    ? isAddress
      ? null
      : t('galley:upload.addressNeeded')
    : t('galley:upload.needsServer')

  async function run(): Promise<void> {
    setBusy(true)
    await file.fetchFrom(address.trim())
    // An error is shown at the field.
    onClose()
  }
  const cancel = (): void => {
    file.stop()
    onClose()
  }
  return (
    <Dialog
      title={t('upload:pasteURL')}
      onClose={cancel}
      persistent
      actions={
        <>
          <Button onPress={cancel}>{t('general:cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={reason}
            busyLabel={isBusy ? t('galley:upload.fetching') : null}
            onPress={() => void run()}
          >
            {t('galley:upload.fetch')}
          </Button>
        </>
      }
    >
      <label htmlFor={id}>{t('galley:upload.address')}</label>
      <TextInput id={id} type="url" value={address} onChange={setAddress} autoFocus dir="ltr" />
    </Dialog>
  )
}
