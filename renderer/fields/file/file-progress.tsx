import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar/progress-bar.tsx'
import styles from './file-input.module.css'

/** How far a file is, in a bar and in numbers, with a way to stop it. `part`: from 0 to 1. */
export function FileProgress(props: { label: string; part: number; stopLabel: string; onStop: () => void }) {
  const id = useId()
  const percent = Math.round(props.part * 100)
  return (
    <div className={styles['progress']}>
      <span id={id} className={styles['progress-label']}>
        <bdi>{props.label}</bdi>
      </span>
      <ProgressBar labelledBy={id} max={100} value={percent} />
      <span className={styles['percent']}>{percent}%</span>
      <IconButton icon={X} size="row" label={props.stopLabel} onPress={props.onStop} />
    </div>
  )
}
