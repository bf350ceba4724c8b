import { Tag } from 'lucide-react'
import { useState } from 'react'
import type { VersionRow } from '../../shared/ipc.ts'
import type { VersionNames } from '../data/version-names.ts'
import { useT } from '../i18n/use-t.ts'
import { IconButton } from '../ui/icon-button/icon-button.tsx'
import { NameVersionDialog } from './name-version-dialog.tsx'

/** Gives a version a name, or another one. */
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

/** The next autosave takes its place under the same id, so that a name would end up on another text. */
const isWrittenOver = ({ autosave, latest }: VersionRow): boolean => autosave && latest
