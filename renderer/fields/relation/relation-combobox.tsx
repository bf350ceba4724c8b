import { ChevronDown, Plus } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Popover } from 'react-aria-components'
import type { Collection, RelationField } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { useOptionSearch } from '../../ui/option-search/use-option-search.ts'
import inputStyles from '../../ui/text-input/input-box.module.css'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'
import styles from './relation.module.css'
import { useChoices, type Choice } from './use-choices.ts'
import { useEndlessList } from './use-endless-list.ts'

export type ComboboxProps = {
  id: string
  field: RelationField
  filters: JsonObject | null
  locale: string | null
  /** Text of the input while nothing is typed: the selected document's title. */
  text: string
  placeholder: string
  /** Keys of selected documents, which are not offered again. */
  without: ReadonlySet<string>
  /** Collections in which this user can create a document. */
  creatable: Collection[]
  readOnly: boolean
  invalid: boolean
  required: boolean
  describedBy: string | undefined
  /** Shown in front of the text, and behind it. */
  start?: ReactNode
  tools?: ReactNode
  isLost?: boolean
  onTake: (choice: { ref: CollectionRef; title: string }) => void
  onCreate: (slug: string) => void
  /** Called for Backspace in an empty input. */
  onBackspace?: () => void
  onBlur: () => void
}

/** An option: a document, or the creation of one. */
type Option = { key: string; choice: Choice } | { key: string; create: Collection }

/** A combobox of documents: matches of this computer at once, then the server's as well. */
export function RelationCombobox(props: ComboboxProps) {
  const { text } = props
  const anchor = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLElement>(null)
  const { isOpen, typed, setTyped, open, close, ...position } = useOpenList(anchor, props.readOnly)
  const list = useOptions(props, (typed ?? '').trim(), isOpen, close)
  const search = useOptionSearch({
    typed: typed ?? text,
    setTyped(next) {
      setTyped(next)
      open()
    },
    options: list.options,
    idOf: ({ key }) => key,
    onTake: (option) => list.take(option),
  })
  const { chosen, inputProps } = search
  const groupId = (group: string) => `${search.id}-group-${group}`
  const { onScroll } = useEndlessList({
    scroller: popover,
    isOpen,
    groups: list.groups,
    chosen: chosen === undefined ? null : { key: chosen.key, id: search.optionProps(chosen).id },
    continued: list.continued,
    elementOf: (group) => document.getElementById(groupId(group)),
    onNear: (slugs) => list.showMore(slugs),
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      // Escape closes only the list; a drawer around the field stays open.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Backspace' && (typed ?? text) === '' && props.onBackspace) {
      props.onBackspace()
    } else if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      open()
    } else if (isOpen) inputProps.onKeyDown(event)
  }

  return (
    <>
      <ComboboxBox
        {...props}
        anchor={anchor}
        isOpen={isOpen}
        inputProps={inputProps}
        onKeyDown={onKeyDown}
        onOpen={open}
        onClose={close}
      />
      {isOpen && (
        <OptionList
          {...position}
          id={props.id}
          anchor={anchor}
          popover={popover}
          list={list}
          search={search}
          groupId={groupId}
          isTyped={typed !== null}
          onScroll={onScroll}
          onClose={close}
        />
      )}
    </>
  )
}

type ComboboxBoxProps = Pick<
  ComboboxProps,
  | 'id'
  | 'placeholder'
  | 'readOnly'
  | 'invalid'
  | 'required'
  | 'describedBy'
  | 'start'
  | 'tools'
  | 'isLost'
  | 'onBlur'
> & {
  anchor: RefObject<HTMLDivElement | null>
  isOpen: boolean
  inputProps: ReturnType<typeof useOptionSearch<Option>>['inputProps']
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onOpen: () => void
  onClose: () => void
}

/** The input with its tools, without the list. */
function ComboboxBox({
  id,
  readOnly,
  anchor,
  isOpen,
  inputProps,
  onOpen,
  onClose,
  ...props
}: ComboboxBoxProps) {
  const { t } = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      ref={anchor}
      className={cx(
        inputStyles['box'],
        props.invalid && inputStyles['bad'],
        readOnly && inputStyles['readonly'],
        props.isLost === true && styles['lost'],
      )}
    >
      {props.start}
      <input
        {...inputProps}
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? inputProps['aria-controls'] : undefined}
        aria-activedescendant={isOpen ? inputProps['aria-activedescendant'] : undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        aria-required={props.required || undefined}
        dir="auto"
        readOnly={readOnly}
        placeholder={props.placeholder}
        onKeyDown={props.onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={onOpen}
        onBlur={() => {
          onClose()
          props.onBlur()
        }}
        className={styles['input']}
      />
      <span className={styles['tools']}>
        {props.tools}
        {!readOnly && (
          // The arrow keys open the list by the keyboard.
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('galley:relation.showAll')}
            aria-hidden="true"
            className={inputStyles['tool']}
            onMouseDown={(event) => {
              event.preventDefault()
              input.current?.focus()
              if (isOpen) onClose()
              else onOpen()
            }}
          >
            <Icon icon={ChevronDown} />
          </button>
        )}
      </span>
    </div>
  )
}

/** The list of a combobox, open or not, and the text typed to search in it. */
function useOpenList(anchor: RefObject<HTMLElement | null>, readOnly: boolean) {
  const [isOpen, setOpen] = useState(false)
  const [width, setWidth] = useState(0)
  /** Incremented to position the list again. */
  const [place, setPlace] = useState(0)
  /** Null while nothing is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  return {
    isOpen,
    typed,
    setTyped,
    width,
    place,
    onMoved: () => setPlace(place + 1),
    open: () => {
      if (readOnly) return
      setWidth(anchor.current?.offsetWidth ?? 0)
      setOpen(true)
    },
    close: () => {
      setOpen(false)
      setTyped(null)
    },
  }
}

type OptionListProps = {
  /** Id of the field's input. */
  id: string
  anchor: RefObject<HTMLElement | null>
  popover: RefObject<HTMLElement | null>
  /** Width of the field, in px. */
  width: number
  place: number
  list: Pick<ReturnType<typeof useOptions>, 'groups' | 'hint'>
  search: Pick<ReturnType<typeof useOptionSearch<Option>>, 'chosen' | 'listProps' | 'optionProps'>
  /** Returns the element id of a group. */
  groupId: (group: string) => string
  isTyped: boolean
  onScroll: () => void
  /** Called when the list has to be positioned again. */
  onMoved: () => void
  onClose: () => void
}

/** The options by collection, below the field. */
function OptionList({ anchor, popover, list, search, groupId, width, ...props }: OptionListProps) {
  const style: CSSProperties & Record<'--trigger-width', string> = { '--trigger-width': `${width}px` }
  return (
    <Popover
      isOpen
      isNonModal
      ref={popover}
      onScroll={props.onScroll}
      triggerRef={anchor}
      placement="bottom start"
      offset={4}
      key={props.place}
      onOpenChange={(next) => {
        // The page was scrolled, perhaps by the first key, to bring the field into view.
        if (!next && props.isTyped) props.onMoved()
        else if (!next) props.onClose()
      }}
      className={styles['popover'] ?? ''}
      style={style}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div {...search.listProps} aria-labelledby={`${props.id}-label`}>
        {list.groups.map((group) => (
          <div key={group.key} id={groupId(group.key)} role="group" aria-label={group.label}>
            {group.hasHeading && (
              <div role="presentation" className={styles['heading']}>
                {group.label}
              </div>
            )}
            {group.options.map((option) => (
              <div
                key={option.key}
                {...search.optionProps(option)}
                className={cx(
                  styles['option'],
                  option === search.chosen && styles['active'],
                  'create' in option && styles['create'],
                )}
              >
                <OptionText option={option} />
              </div>
            ))}
          </div>
        ))}
      </div>
      {list.hint !== null && (
        <p role="status" className={styles['hint']}>
          {list.hint}
        </p>
      )}
    </Popover>
  )
}

function OptionText({ option }: { option: Option }) {
  const { t, label } = useT()
  if ('create' in option) {
    const { create } = option
    return (
      <>
        <Icon icon={Plus} size="small" />
        <span className={styles['text']}>
          {t('galley:relation.create', { label: label(create.labels.singular) || create.slug })}
        </span>
      </>
    )
  }
  const { title, row, ref, collection } = option.choice
  return (
    <>
      {collection.upload && <Thumbnail of={{ ref, data: row.data }} size="row" />}
      <span className={styles['text']}>
        <bdi>{title}</bdi>
      </span>
      {row.isNew && <span className={styles['aside']}>{t('galley:relation.new')}</span>}
    </>
  )
}

const noPages: ReadonlyMap<string, number> = new Map()

type Group = { key: string; label: string; hasHeading: boolean; options: Option[] }

/** Returns the options for the typed text, by collection, and the note below them. */
function useOptions(props: ComboboxProps, search: string, isOpen: boolean, close: () => void) {
  const { t, label } = useT()
  const { field, filters, locale, without, creatable } = props
  const question = JSON.stringify([isOpen, search])
  const [pages, setPages] = useState<{ question: string; counts: ReadonlyMap<string, number> }>({
    question,
    counts: new Map(),
  })
  const counts = pages.question === question ? pages.counts : noPages
  const countOf = (slug: string) => counts.get(slug) ?? 1
  const found = useChoices({
    field,
    filters,
    locale,
    search,
    isOpen,
    pagesOf: (slug) => Array.from({ length: countOf(slug) }, (_, index) => index + 1),
  })
  const offered = found.choices.filter(({ key }) => !without.has(key))
  const groups: Group[] = []
  for (const choice of offered) {
    const { collection, key } = choice
    const last = groups.at(-1)
    if (last?.key === collection.slug) last.options.push({ key, choice })
    else
      groups.push({
        key: collection.slug,
        label: label(collection.labels.plural) || collection.slug,
        hasHeading: field.relationTo.length > 1,
        options: [{ key, choice }],
      })
  }
  const makes: Option[] = creatable.map((create) => ({ key: `create:${create.slug}`, create }))
  if (makes.length > 0) {
    groups.push({ key: 'create', label: t('galley:relation.createAny'), hasHeading: false, options: makes })
  }
  const { isPending } = found
  const { length } = offered
  /** Number of matches without the selected ones. */
  const count = Math.max(length, found.total - (found.choices.length - length))
  useEffect(() => {
    if (!isOpen || isPending) return
    // Announced after a pause, so that keys do not interrupt it.
    const timer = setTimeout(() => announce(t('galley:relation.found', { count })), 600)
    return () => clearTimeout(timer)
  }, [isOpen, isPending, count, t])
  return {
    groups,
    options: groups.flatMap(({ options }) => options),
    continued: found.continued,
    showMore(slugs: string[]): void {
      const longer = slugs.map((slug) => [slug, countOf(slug) + 1] as const)
      setPages({ question, counts: new Map([...counts, ...longer]) })
    },
    hint: hintOf(),
    take(option: Option): void {
      close()
      if ('create' in option) return props.onCreate(option.create.slug)
      const { ref, title } = option.choice
      props.onTake({ ref, title })
      announce(t('galley:relation.chosen', { title }))
    },
  }

  function hintOf(): string | null {
    if (isPending) return null
    if (length === 0) {
      if (found.isAsking) return t('galley:relation.searching')
      if (search === '') return t('galley:relation.nothingToChoose')
      return t(found.online ? 'galley:relation.noMatchOnline' : 'galley:relation.noMatch', { text: search })
    }
    if (field.hasFilterFunction && filters === null) return t('galley:relation.filterNeedsServer')
    if (found.total > found.choices.length) return t('galley:relation.more')
    return found.online ? null : t('galley:relation.offline')
  }
}
