import { useRef } from 'react'
import { joinPath } from '../../../shared/document/path.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './row.module.css'

type RowNameProps = {
  /** Of the row. */
  path: string
  /** What the row is called: `Block 02`. */
  row: string
  /** null: the name stays as it was. */
  onDone: (name: string | null) => void
}

/** The name of a block, typed in its head: Enter and leaving take it, Escape does not. */
export function RowName({ path, row, onDone }: RowNameProps) {
  const { t } = useT()
  const form = useForm()
  const done = useRef(false)
  const before = form.read(joinPath(path, 'blockName'))
  const end = (name: string | null) => {
    if (done.current) return
    done.current = true
    onDone(name)
  }
  return (
    <input
      aria-label={t('galley:edit.rows.nameOf', { row })}
      defaultValue={typeof before === 'string' ? before : ''}
      // It was asked for just now.
      autoFocus
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      className={styles['name']}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value)
        else if (event.key === 'Escape') end(null)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
