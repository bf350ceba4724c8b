import { X } from 'lucide-react'
import { useId, useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar/progress-bar.tsx'
import styles from './file-input.module.css'
import { galley } from '../../data/bridge.ts'

/** The progress of a file as a bar and in percent, with a stop button. `part`: from 0 to 1. */
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

/** Returns the sent part of an entry's file, from 0 to 1; null if no transfer is running. */
export function useProgress(key: string | null): number | null {
  const [state, setState] = useState<{ key: string; part: number } | null>(null)
  useEffect(() => {
    if (key === null) return undefined
    return galley.on('outbox.progress', (told) => {
      if (told.key !== key) return
      const { sent, total } = told
      setState(sent === null ? null : { key, part: total === 0 ? 1 : sent / total })
    })
  }, [key])
  return state !== null && state.key === key ? state.part : null
}
