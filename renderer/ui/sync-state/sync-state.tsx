import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button as RacButton } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './sync-state.module.css'
import { syncWords, type SyncStateValue } from './sync-words.ts'

export type SyncStateProps = {
  state: SyncStateValue
  /** For table cells: short text, only an icon in a narrow window, nothing for `saved`. */
  compact?: boolean
  /** Replaces the usual text if more is known than the state. */
  text?: string
  /** Opens the details. */
  onPress?: () => void
}

/** The state of a document's edits (SY16): icon, text and colour; announced when it changes. */
export function SyncState({ state, compact = false, text, onPress }: SyncStateProps) {
  const { t } = useT()
  const words = syncWords(state, t)
  const kind = state === 'edited' ? 'edited' : state.kind
  // "Saved" is green only right after a save; on opening a document it is a quiet fact.
  const [wasUnsaved, setWasUnsaved] = useState(kind !== 'saved')
  if (kind !== 'saved' && !wasUnsaved) setWasUnsaved(true)

  if (compact && kind === 'saved') return null
  const tone = kind === 'saved' ? (wasUnsaved ? styles['just-done'] : styles['fact']) : styles[words.tone]
  const content = (
    <>
      <Icon icon={words.icon} />
      <span
        {...(compact && { 'data-compact': '' })}
        className={cx(styles['text'], compact && styles['compact'])}
        title={compact ? words.text : undefined}
      >
        {compact ? words.short : (text ?? words.text)}
      </span>
    </>
  )
  if (compact) return <span className={cx(styles['state'], tone)}>{content}</span>
  return (
    <span role="status" className={styles['live']}>
      {onPress === undefined ? (
        <span className={cx(styles['state'], tone)}>{content}</span>
      ) : (
        <RacButton className={cx(styles['state'], styles['button'], tone)} onPress={onPress}>
          {content}
          <Icon icon={ChevronDown} size="small" />
        </RacButton>
      )}
    </span>
  )
}
