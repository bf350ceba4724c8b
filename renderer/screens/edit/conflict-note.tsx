import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { useForm } from '../../form/form-context.tsx'
import { useValueContext } from '../../fields/use-value-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { Note } from '../../ui/note/note.tsx'
import { nodeAt, sideText } from '../outbox/change-text.ts'
import { ConflictChoices, type Side } from '../outbox/conflict-choices.tsx'
import { pathLabel } from '../outbox/entry-words.ts'
import styles from './document-notes.module.css'
import { useOwnEntryActions } from './use-own-entry-actions.ts'

const noName = () => null

/** Fields that both sides changed: what was there, both values, a choice for each; nothing leaves before (SY7). */
export function ConflictNote({ entry }: { entry: OutboxEntry }) {
  const { t } = useT()
  const context = useValueContext(noName)
  const form = useForm()
  const { busy, retry, discard, dialog } = useOwnEntryActions(entry)
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const conflicts = entry.problem?.conflicts ?? []
  const open = conflicts.filter(({ path }) => choices[path] === undefined).length
  const { fields } = form
  const data = form.data()
  return (
    <Note
      tone="warn"
      icon={GitCompareArrows}
      title={t('galley:edit.conflictIn', { count: conflicts.length })}
    >
      {entry.locale !== null && entry.locale !== form.locale && <LocaleBadge code={entry.locale} />}{' '}
      {t('galley:sync.problem.conflict')}
      <div className={styles['conflicts']}>
        <ConflictChoices
          conflicts={conflicts}
          choices={choices}
          onChoose={(path, side) => setChoices((before) => ({ ...before, [path]: side }))}
          labelOf={(path) => pathLabel(fields, path, context, data)}
          textOf={(one, value) => sideText(nodeAt(fields, one, data), value, entry.locale, context)}
        />
      </div>
      <div className={styles['actions']}>
        <span role="status" className={styles['count']}>
          {open > 0
            ? t('galley:sync.stillToDecide', { open, number: conflicts.length })
            : t('galley:sync.allDecided')}
        </span>
        <Button size="header" variant="danger-quiet" onPress={discard}>
          {t('galley:sync.discard')}
        </Button>
        <Button
          size="header"
          disabledReason={open > 0 ? t('galley:sync.decideFirst') : null}
          busyLabel={busy ? t('galley:sync.sendingNow') : null}
          onPress={() => retry(choices)}
        >
          {t(entry.mode === 'publish' ? 'galley:sync.publishMerged' : 'galley:sync.saveMerged')}
        </Button>
      </div>
      {dialog}
    </Note>
  )
}
