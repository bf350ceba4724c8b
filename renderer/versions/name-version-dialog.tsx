import { useId, useState } from 'react'
import { VERSION_NAME_LENGTH } from '../../shared/document/version-label.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'

type NameVersionDialogProps = {
  /** The one that it has; null: none. */
  name: string | null
  onName: (name: string | null) => void
  onClose: () => void
}

/** Asks for the name of a version, which nobody else sees and which keeps nothing from being pruned. */
export function NameVersionDialog({ name, onName, onClose }: NameVersionDialogProps) {
  const { t } = useT()
  const id = useId()
  const [typed, setTyped] = useState(name ?? '')
  const become = (next: string | null) => {
    onName(next)
    onClose()
  }
  return (
    <Dialog
      title={t(name === null ? 'galley:versions.name' : 'galley:versions.rename')}
      onClose={onClose}
      persistent
      {...(name !== null && {
        startAction: (
          <Button variant="quiet" onPress={() => become(null)}>
            {t('galley:versions.remove')}
          </Button>
        ),
      })}
      actions={
        <>
          <Button onPress={onClose}>{t('general:cancel')}</Button>
          <Button variant="primary" onPress={() => become(typed.trim() === '' ? null : typed.trim())}>
            {t('general:save')}
          </Button>
        </>
      }
    >
      <FieldFrame
        label={t('galley:versions.label')}
        htmlFor={id}
        description={t('galley:versions.private')}
        bar={false}
      >
        <TextInput
          id={id}
          value={typed}
          onChange={setTyped}
          maxLength={VERSION_NAME_LENGTH}
          dir="auto"
          aria-describedby={`${id}-description`}
        />
      </FieldFrame>
    </Dialog>
  )
}
