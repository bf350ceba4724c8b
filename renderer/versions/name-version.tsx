import { Tag } from 'lucide-react'
import { useState, useId } from 'react'
import type { VersionRow } from '../../shared/ipc.ts'
import type { VersionNames } from '../data/version-names.ts'
import { useT } from '../i18n/use-t.ts'
import { IconButton } from '../ui/icon-button/icon-button.tsx'
import { VERSION_NAME_LENGTH } from '../../shared/document/version-label.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'

/** The button that names or renames a version. */
export function NameVersionButton({ version, names }: { version: VersionRow; names: VersionNames }) {
  const { t, formatDate } = useT()
  const [isAsking, setAsking] = useState(false)
  const name = names.of(version.id)
  return (
    <>
      <IconButton
        icon={Tag}
        size="row"
        label={
          name === null
            ? t('galley:versions.nameOf', { date: formatDate(version.updatedAt) })
            : t('galley:versions.renameOf', { name })
        }
        disabledReason={isWrittenOver(version) ? t('galley:versions.stillChanges') : null}
        onPress={() => setAsking(true)}
      />
      {isAsking && (
        <NameVersionDialog
          name={name}
          onName={(next) => names.set(version.id, next)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** True if the next autosave overwrites the version under its id: the name would get another content. */
const isWrittenOver = ({ autosave, latest }: VersionRow): boolean => autosave && latest

type NameVersionDialogProps = {
  /** The present name; null: none. */
  name: string | null
  onName: (name: string | null) => void
  onClose: () => void
}

/** Asks for the name of a version, which only this person sees. It keeps no version from being pruned. */
function NameVersionDialog({ name, onName, onClose }: NameVersionDialogProps) {
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
