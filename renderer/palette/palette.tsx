import { ArrowLeft, Ellipsis, Search } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from 'react'
import { Dialog } from 'react-aria-components'
import { MISSPELT, PARTLY } from '../../shared/search/word-index.ts'
import { useConnection } from '../data/queries.ts'
import { useSchemaOrNull } from '../data/schema-context.tsx'
import { Thumbnail } from '../fields/thumbnail/thumbnail.tsx'
import { directionOf } from '../i18n/languages.ts'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { IconButton } from '../ui/icon-button/icon-button.tsx'
import { KeyCap } from '../ui/key-cap/key-cap.tsx'
import { ModalLayer } from '../ui/modal-layer/modal-layer.tsx'
import { useOptionSearch } from '../ui/option-search/use-option-search.ts'
import { SyncState } from '../ui/sync-state/sync-state.tsx'
import { VisuallyHidden } from '../ui/visually-hidden/visually-hidden.tsx'
import {
  entryFinder,
  findMatch,
  inScope,
  scopeOf,
  withDocuments,
  wordsOf,
  type FoundGroup,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.ts'
import styles from './palette.module.css'
import { useCreateCalled } from './use-create-called.ts'
import { useDocumentEntries, type Found } from './use-document-entries.ts'
import { usePaletteGroups } from './use-palette-groups.ts'
import { usePartlyHere } from './use-partly-here.ts'
import type { Ask } from './use-publish-hit.tsx'

type PaletteProps = {
  /** Initial input. */
  typed?: string
  onClose: () => void
  ask: Ask
}

/** Quick open: documents, screens and commands by name. Arrows choose, Enter runs, Tab shows actions. */
export function Palette({ typed = '', onClose, ask }: PaletteProps) {
  const { t } = useT()
  return (
    <ModalLayer closesOutside onClose={onClose} className={styles['scrim']} sheetClassName={styles['modal']}>
      <Dialog aria-label={t('galley:app.palette.label')} className={styles['dialog'] ?? ''}>
        <PaletteBox typedFirst={typed} onClose={onClose} ask={ask} />
      </Dialog>
    </ModalLayer>
  )
}

const NOTHING: Found = { entries: [], isSettled: true }
const NO_SLUGS: ReadonlySet<string> = new Set()

type PaletteBoxProps = { typedFirst: string; onClose: () => void; ask: Ask }

function PaletteBox({ typedFirst, onClose, ask }: PaletteBoxProps) {
  const [typed, setTyped] = useState(typedFirst)
  const props: ListsProps = {
    typed,
    setTyped,
    onClose,
    found: NOTHING,
    partlyHere: NO_SLUGS,
    creates: () => [],
  }
  // Without the schema there are no documents.
  return useSchemaOrNull() === null ? <Lists {...props} /> : <WithDocuments {...props} ask={ask} />
}

type ListsProps = {
  typed: string
  setTyped: (typed: string) => void
  onClose: () => void
  found: Found
  /** Collections that may have more documents on the server. */
  partlyHere: ReadonlySet<string>
  creates: (title: string) => PaletteEntry[]
}

function WithDocuments({ ask, ...props }: ListsProps & { ask: Ask }) {
  const { typed } = props
  const found = useDocumentEntries(typed, ask)
  const creates = useCreateCalled()
  const looksForDocuments = scopeOf(typed) === null
  const partlyHere = usePartlyHere(looksForDocuments && typed.trim() !== '')
  return (
    <Lists {...props} found={looksForDocuments ? found : NOTHING} partlyHere={partlyHere} creates={creates} />
  )
}

/** The list of hits, or the actions of one hit. */
function Lists(props: ListsProps) {
  const [asked, setAsked] = useState<PaletteEntry | null>(null)
  const [first, setFirst] = useState<string | undefined>()
  const back = () => {
    setFirst(asked?.id)
    setAsked(null)
  }
  if (asked !== null) return <Actions of={asked} onBack={back} onClose={props.onClose} />
  return <Choices {...props} onAsk={setAsked} {...(first !== undefined && { first })} />
}

type ChoicesProps = ListsProps & {
  /** Shows the actions of an entry. */
  onAsk: (entry: PaletteEntry) => void
  /** The entry chosen when the list appears. */
  first?: string
}

function Choices({ typed, setTyped, onClose, onAsk, first, found, partlyHere, creates }: ChoicesProps) {
  const { t } = useT()
  const scope = scopeOf(typed)
  const words = wordsOf(typed).trim()
  const { groups: all, searches } = usePaletteGroups()
  const find = useMemo(() => entryFinder(inScope(all, scope)), [all, scope])
  const documents: PaletteGroup = {
    id: 'documents',
    label: t(words === '' ? 'galley:app.nav.recent' : 'galley:app.palette.documents'),
    entries: found.entries,
  }
  // Misspelt hits would only be replaced by documents.
  const matching = find(words).filter(({ score }) => found.isSettled || score < MISSPELT)
  const offered: FoundGroup[] =
    words === ''
      ? [{ ...documents, score: 0 }, ...matching].filter(({ entries }) => entries.length > 0)
      : withDocuments(matching, documents, words)
  // Documents with only some of the words are shown, but do not count as found.
  const isNothing = found.isSettled && offered.every(({ score }) => score >= PARTLY)
  const groups =
    isNothing && scope === null
      ? [...offered.map((group) => ({ ...group, label: t('galley:palette.someWords') })), ...instead()]
      : [...offered, ...besides()]
  const take = (entry: PaletteEntry): void => {
    if (entry.types !== undefined) return setTyped(entry.types)
    if (entry.asks !== undefined) return onAsk(entry)
    onClose()
    entry.run()
  }

  function instead(): PaletteGroup[] {
    const made = { id: 'create', label: t('galley:palette.create'), entries: creates(words) }
    return [searches.instead(words), made].filter(({ entries }) => entries.length > 0)
  }

  // Until the documents are found, a search line could take Enter from them.
  function besides(): PaletteGroup[] {
    return offered.length > 0 && partlyHere.size > 0 ? [searches.beside(words, partlyHere)] : []
  }

  return (
    <ChoiceList
      {...{ typed, setTyped, groups, take, onAsk, isNothing }}
      count={offered.flatMap(({ entries }) => entries).length}
      {...(first !== undefined && { first })}
      isSettled={found.isSettled}
      label={t('galley:app.palette.label')}
      nothing={t('galley:app.palette.nothing', { text: typed })}
      {...(partlyHere.size > 0 && { note: t('galley:palette.onlyHere') })}
      marked={words}
      foot={[
        ['Enter', t('galley:app.palette.open')],
        ['Tab', t('galley:palette.actions')],
        ['>', t('galley:app.palette.commands')],
        ['#', t('general:collections')],
        ['+', t('galley:palette.create')],
        ['?', t('galley:palette.help.title')],
      ]}
    />
  )
}

type ActionsProps = { of: PaletteEntry; onBack: () => void; onClose: () => void }

/** The actions of an entry as a list of its own; Escape and the arrow key towards the start lead back. */
function Actions({ of, onBack, onClose }: ActionsProps) {
  const { t } = useT()
  const [typed, setTyped] = useState('')
  const label = of.asks ?? t('galley:palette.actionsOf', { title: of.text })
  const find = useMemo(() => entryFinder([{ id: 'actions', label, entries: of.actions ?? [] }]), [label, of])
  const groups = find(typed)
  return (
    <ChoiceList
      {...{ typed, setTyped, groups, label, onBack }}
      take={(entry) => {
        onClose()
        entry.run()
      }}
      isNothing={groups.length === 0}
      count={groups.flatMap(({ entries }) => entries).length}
      isSettled
      nothing={t('galley:app.palette.nothing', { text: typed })}
      marked={typed}
      foot={[
        ['Enter', t('galley:palette.do')],
        ['Esc', t('galley:app.command.back')],
      ]}
    />
  )
}

type ChoiceListProps = {
  label: string
  typed: string
  setTyped: (typed: string) => void
  groups: readonly PaletteGroup[]
  take: (entry: PaletteEntry) => void
  onAsk?: (entry: PaletteEntry) => void
  first?: string
  /** Goes back to the previous list. */
  onBack?: () => void
  isNothing: boolean
  /** Number of results announced to a screen reader; offers are not counted. */
  count: number
  /** True if the entries match the present input. */
  isSettled: boolean
  nothing: string
  /** Shown below `nothing`. */
  note?: string
  /** Text underlined in the entries. */
  marked: string
  foot: readonly (readonly [string, string])[]
}

/** The input of the palette, and the entries that are found for the typed text. */
function ChoiceList(props: ChoiceListProps) {
  const { label, groups, onAsk, onBack, isNothing, nothing, note } = props
  const { t } = useT()
  const { id, chosen, inputProps, listProps, optionProps } = useChoice(props)
  const offline = useConnection()?.status !== 'online'
  return (
    <>
      <div className={styles['query']}>
        {onBack === undefined ? (
          <Icon icon={Search} size="large" />
        ) : (
          <IconButton icon={ArrowLeft} flip label={t('galley:app.command.back')} onPress={onBack} />
        )}
        <input
          {...inputProps}
          aria-label={label}
          placeholder={label}
          // The palette is opened to type into it.
          autoFocus
          className={styles['input']}
        />
      </div>
      <div {...listProps} aria-label={label} className={styles['list']}>
        {isNothing && <p className={styles['nothing']}>{nothing}</p>}
        {isNothing && note !== undefined && <p className={styles['nothing']}>{note}</p>}
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            {group.label === label ? (
              // The input has the same label.
              <VisuallyHidden>
                <span id={`${id}-${group.id}`}>{label}</span>
              </VisuallyHidden>
            ) : (
              <div id={`${id}-${group.id}`} role="presentation" className={styles['heading']}>
                {group.label}
              </div>
            )}
            {group.entries.map((entry) => (
              <div
                key={entry.id}
                {...optionProps(entry)}
                {...(entry.actions !== undefined &&
                  onAsk !== undefined && { 'aria-describedby': `${id}-tab` })}
                onContextMenu={(event) => {
                  if (entry.actions === undefined || onAsk === undefined) return
                  event.preventDefault()
                  onAsk(entry)
                }}
                className={cx(styles['entry'], entry === chosen && styles['chosen'])}
              >
                <Entry {...{ entry, offline }} marked={props.marked} />
                {entry.actions !== undefined && onAsk !== undefined && (
                  <MoreActions onPress={() => onAsk(entry)} />
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <VisuallyHidden>
        {onAsk !== undefined && <span id={`${id}-tab`}>{t('galley:palette.tabForActions')}</span>}
        <span role="status">
          {isNothing
            ? [nothing, ...(note === undefined ? [] : [note])].join('. ')
            : t('galley:app.palette.results', { count: props.count })}
        </span>
      </VisuallyHidden>
      <ChoiceFoot foot={props.foot} />
    </>
  )
}

/** Handles the keys of the input: they choose an entry, take it, ask for its actions or go back. */
function useChoice(props: ChoiceListProps) {
  const { typed, setTyped, groups, take, onAsk, onBack, isSettled } = props
  const { language } = useT()
  const entries = groups.flatMap((group) => group.entries)
  const { id, chosen, isReplaced, inputProps, listProps, optionProps } = useOptionSearch({
    typed,
    setTyped,
    options: entries,
    idOf: (entry) => entry.id,
    onTake: take,
    ...(props.first !== undefined && { first: props.first }),
  })
  // Enter counts for the typed text, even before its hits arrive. A chosen hit that is not found again is not
  // replaced by one that nobody has seen.
  const takesChosen = useRef(false)
  const takeChosen = useEffectEvent(() => {
    takesChosen.current = false
    if (chosen !== undefined && !isReplaced) take(chosen)
  })
  useEffect(() => {
    if (takesChosen.current && isSettled) takeChosen()
  }, [isSettled])
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    takesChosen.current = false
    inputProps.onChange(event)
  }
  const isRtl = directionOf(language) === 'rtl'
  const [towards, from] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, shiftKey, altKey, ctrlKey, metaKey, currentTarget } = event
    if (nativeEvent.isComposing) return
    takesChosen.current = false
    const isPlain = !shiftKey && !altKey && !ctrlKey && !metaKey
    const isAtEnd =
      currentTarget.selectionStart === typed.length && currentTarget.selectionEnd === typed.length
    const asks = isPlain && (key === 'Tab' || (key === towards && isAtEnd))
    const goesBack = key === 'Escape' || (isPlain && key === from && typed === '')
    if (asks && onAsk !== undefined && isSettled && chosen?.actions !== undefined) {
      event.preventDefault()
      // Stopped, since the focus trap would take Tab to the next control.
      event.stopPropagation()
      onAsk(chosen)
    } else if (goesBack && onBack !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      onBack()
    } else if (key === 'Enter' && !isSettled) {
      event.preventDefault()
      takesChosen.current = true
    } else inputProps.onKeyDown(event)
  }
  return { id, chosen, inputProps: { ...inputProps, onChange, onKeyDown }, listProps, optionProps }
}

/** The mark that opens the actions of an entry; keyboard users press Tab. */
function MoreActions({ onPress }: { onPress: () => void }) {
  const { t } = useT()
  return (
    <span
      aria-hidden="true"
      title={t('galley:palette.actions')}
      className={styles['more']}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      <Icon icon={Ellipsis} />
    </span>
  )
}

/** The keys of the palette. */
function ChoiceFoot({ foot }: Pick<ChoiceListProps, 'foot'>) {
  const { t } = useT()
  return (
    <div aria-hidden="true" className={styles['foot']}>
      <span>
        <KeyCap shortcut="↑" /> <KeyCap shortcut="↓" /> {t('galley:app.palette.choose')}
      </span>
      {foot.map(([shortcut, words]) => (
        <span key={shortcut}>
          <KeyCap shortcut={shortcut} /> {words}
        </span>
      ))}
    </div>
  )
}

type EntryProps = { entry: PaletteEntry; marked: string; offline: boolean }

function Entry({ entry, marked, offline }: EntryProps) {
  const { icon, text, picture, hint, state, shortcut } = entry
  return (
    <>
      {picture === undefined ? (
        <Icon icon={icon} />
      ) : (
        <Thumbnail of={picture} size="option" offline={offline} />
      )}
      <Marked text={text} typed={marked} />
      {state !== undefined && <SyncState compact state={state} />}
      {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      {shortcut !== undefined && <KeyCap shortcut={shortcut} />}
    </>
  )
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const match = findMatch(text, typed)
  return (
    <span className={styles['text']}>
      {match === null ? (
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
