import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { Dialog } from 'react-aria-components'
import { useSchemaOrNull } from '../data/schema-context.tsx'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { KeyCap } from '../ui/key-cap/key-cap.tsx'
import { ModalLayer } from '../ui/modal-layer/modal-layer.tsx'
import { useOptionSearch } from '../ui/option-search/use-option-search.ts'
import { VisuallyHidden } from '../ui/visually-hidden/visually-hidden.tsx'
import {
  filterGroups,
  findMatch,
  inScope,
  isScope,
  withDocuments,
  wordsOf,
  type PaletteEntry,
} from './palette-entries.ts'
import styles from './palette.module.css'
import { useFoundDocuments, type Found } from './use-found-documents.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Quick open: places and commands by their names; arrows choose, Enter runs (LOOK 7). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  return (
    <ModalLayer closesOutside onClose={onClose} className={styles['scrim']} sheetClassName={styles['modal']}>
      <Dialog aria-label={t('galley:app.palette.label')} className={styles['dialog'] ?? ''}>
        <PaletteBox onClose={onClose} />
      </Dialog>
    </ModalLayer>
  )
}

type BoxProps = { typed: string; setTyped: (typed: string) => void; onClose: () => void }

const NOTHING: Found = { entries: [], isSettled: true }

function PaletteBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const props: BoxProps = { typed, setTyped, onClose }
  // Before the schema is here there are no documents.
  return useSchemaOrNull() === null ? <Choices {...props} found={NOTHING} /> : <WithDocuments {...props} />
}

function WithDocuments(props: BoxProps) {
  return <Choices {...props} found={useFoundDocuments(isScope(props.typed) ? '' : props.typed)} />
}

function Choices({ typed, setTyped, onClose, found }: BoxProps & { found: Found }) {
  const { t } = useT()
  const { places, runs, searches } = usePaletteGroups()
  const documents = { id: 'documents', label: t('galley:app.palette.documents'), entries: found.entries }
  const matching = withDocuments(filterGroups(inScope([places, runs], typed), wordsOf(typed)), documents)
  const isNothing = matching.length === 0 && found.isSettled
  const groups = isNothing && !isScope(typed) ? [searches(typed.trim())] : matching
  const nothing = t('galley:app.palette.nothing', { text: typed })
  const entries = groups.flatMap((group) => group.entries)
  const take = (entry: PaletteEntry) => {
    onClose()
    entry.run()
  }
  const { id, chosen, inputProps, listProps, optionProps } = useOptionSearch({
    typed,
    setTyped,
    options: entries,
    idOf: (entry) => entry.id,
    onTake: take,
  })
  // Enter is about what was typed, also where what that finds is not here yet.
  const takesChosen = useRef(false)
  const takeChosen = useEffectEvent(() => {
    takesChosen.current = false
    if (chosen !== undefined) take(chosen)
  })
  useEffect(() => {
    if (takesChosen.current && found.isSettled) takeChosen()
  }, [found.isSettled])
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    takesChosen.current = false
    inputProps.onChange(event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || found.isSettled || event.nativeEvent.isComposing)
      return inputProps.onKeyDown(event)
    event.preventDefault()
    takesChosen.current = true
  }
  return (
    <>
      <div className={styles['query']}>
        <Icon icon={Search} size="large" />
        <input
          {...inputProps}
          onChange={onChange}
          onKeyDown={onKeyDown}
          aria-label={t('galley:app.palette.label')}
          placeholder={t('galley:app.palette.label')}
          // The palette is opened to type into it.
          autoFocus
          className={styles['input']}
        />
      </div>
      <div {...listProps} aria-label={t('galley:app.palette.label')} className={styles['list']}>
        {isNothing && <p className={styles['nothing']}>{nothing}</p>}
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <div id={`${id}-${group.id}`} role="presentation" className={styles['heading']}>
              {group.label}
            </div>
            {group.entries.map((entry) => (
              <div
                key={entry.id}
                {...optionProps(entry)}
                className={cx(styles['entry'], entry === chosen && styles['chosen'])}
              >
                <Icon icon={entry.icon} />
                <Marked text={entry.text} typed={wordsOf(typed)} />
                {entry.hint !== undefined && <span className={styles['hint']}>{entry.hint}</span>}
                {entry.shortcut !== undefined && <KeyCap shortcut={entry.shortcut} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">
          {isNothing ? nothing : t('galley:app.palette.results', { count: entries.length })}
        </span>
      </VisuallyHidden>
      <div aria-hidden="true" className={styles['foot']}>
        <span>
          <KeyCap shortcut="↑" /> <KeyCap shortcut="↓" /> {t('galley:app.palette.choose')}
        </span>
        <span>
          <KeyCap shortcut="Enter" /> {t('galley:app.palette.open')}
        </span>
        <span>
          <KeyCap shortcut=">" /> {t('galley:app.palette.commands')}
        </span>
        <span>
          <KeyCap shortcut="#" /> {t('galley:app.palette.goTo')}
        </span>
      </div>
    </>
  )
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const match = findMatch(text, typed)
  return (
    <span className={styles['text']}>
      {match === null || match.match === '' ? (
        text
      ) : (
        <>
          {match.before}
          <mark>{match.match}</mark>
          {match.after}
        </>
      )}
    </span>
  )
}
