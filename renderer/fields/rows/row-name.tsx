import { useRef, useState } from 'react'
import { joinPath } from '../../../shared/document/path.ts'
import type { Json } from '../../../shared/json.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './row.module.css'

type RowNameProps = {
  /** Path of the row. */
  path: string
  /** Label of the row: `Block 02`. */
  row: string
  onDone: () => void
}

/** The input for the name of a block in its head: an edit with each key (SY1). Escape restores the name. */
export function RowName({ path, row, onDone }: RowNameProps) {
  const { t } = useT()
  const form = useForm()
  const done = useRef(false)
  const place = joinPath(path, 'blockName')
  const [before] = useState(() => form.read(place))
  const write = (name: Json) => form.setField(place, name, { typing: true })
  const end = (name: Json) => {
    if (done.current) return
    done.current = true
    write(name)
    form.blur()
    onDone()
  }
  return (
    <input
      aria-label={t('galley:edit.rows.nameOf', { row })}
      defaultValue={typeof before === 'string' ? before : ''}
      // The user has just opened it.
      autoFocus
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      className={styles['name']}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={(event) => end(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value.trim())
        else if (event.key === 'Escape') end(before)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
