import { Check, Plus, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Collection, RelationField } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useOptionSearch } from '../../ui/option-search/use-option-search.ts'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { Select } from '../../ui/select/select.tsx'
import inputStyles from '../../ui/text-input/input-box.module.css'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'
import { useListFilter } from '../filter/use-list-filter.tsx'
import { FileFacts } from './related-words.tsx'
import styles from './relation.module.css'
import { useChoices, useTargets, type Choice } from './use-choices.ts'

const PER_PAGE = 25
const ALL = '*'

type PickerProps = {
  field: RelationField
  name: string
  filters: JsonObject | null
  locale: string | null
  /** Keys of the chosen documents. */
  chosen: ReadonlySet<string>
  creatable: Collection[]
  /** True if no more documents can be chosen. */
  isFull: boolean
  onToggle: (ref: CollectionRef, title: string) => void
  onCreate: (slug: string) => void
  onClose: () => void
}

/** The drawer for choosing documents of a relationship, by pages and by search. */
export function PickerDrawer(props: PickerProps) {
  const { t, label } = useT()
  const { field, chosen, creatable, onClose } = props
  const picker = usePicker(props)
  const { targets, slug, page, where, filtered, found, search } = picker
  const hint = useHint(props, {
    found,
    typed: picker.typed.trim(),
    filtered: where === null ? undefined : filtered,
  })
  const nameOf = (one: Collection) => label(one.labels.singular) || one.slug
  return (
    <Drawer
      title={t('galley:relation.chooseTitle', { label: props.name })}
      onClose={onClose}
      actions={
        <>
          {creatable.map((one) => (
            <Button key={one.slug} size="header" icon={Plus} onPress={() => props.onCreate(one.slug)}>
              {t('galley:relation.create', { label: nameOf(one) })}
            </Button>
          ))}
          {field.hasMany && (
            <Button size="header" variant="primary" onPress={onClose}>
              {t('galley:relation.done')}
            </Button>
          )}
        </>
      }
    >
      <PickerSearch
        name={props.name}
        inputProps={search.inputProps}
        collections={targets}
        slug={slug}
        onCollection={(next) => {
          picker.setSlug(next)
          picker.filter(null)
        }}
      />
      {filtered !== undefined && (
        <PickerFilter
          key={filtered.slug}
          collection={filtered}
          locale={props.locale}
          where={where}
          onChange={picker.filter}
        />
      )}
      <ChoiceList
        name={props.name}
        search={search}
        choices={found.choices}
        chosen={chosen}
        isMultiple={field.hasMany}
        hasSeveral={targets.length > 1}
      />
      <div className={styles['foot']}>
        <p role="status" className={styles['hint']}>
          {hint}
        </p>
        <Pagination
          page={page}
          // Collections are paged side by side, so the largest one has the last page.
          totalDocs={found.longest}
          limit={PER_PAGE}
          onPage={picker.setPage}
        />
      </div>
    </Drawer>
  )
}

/** Returns the state of the picker: its filters, the documents of the page, and the search. */
function usePicker(props: PickerProps) {
  const { field, chosen } = props
  const targets = useTargets(field)
  const [typed, setTyped] = useState('')
  const [slug, setSlug] = useState(ALL)
  const [page, setPage] = useState(1)
  const [where, setWhere] = useState<JsonObject | null>(null)
  const filter = useCallback((next: JsonObject | null) => {
    setWhere(next)
    setPage(1)
  }, [])
  // Only documents of one collection have fields to filter by.
  const [only, ...others] = targets.filter((one) => slug === ALL || one.slug === slug)
  const filtered = others.length === 0 ? only : undefined
  const found = useChoices({
    field,
    filters: props.filters,
    locale: props.locale,
    search: typed.trim(),
    where: filtered === undefined ? null : where,
    slug: slug === ALL ? null : slug,
    pagesOf: () => [page],
    limit: PER_PAGE,
    isOpen: true,
  })
  const search = useOptionSearch({
    typed,
    setTyped(next) {
      setTyped(next)
      setPage(1)
    },
    options: found.choices,
    idOf: ({ key }) => key,
    onTake({ ref, title, key }) {
      if (props.isFull && field.hasMany && !chosen.has(key)) return
      props.onToggle(ref, title)
    },
  })
  return { targets, typed, slug, setSlug, page, setPage, where, filter, filtered, found, search }
}

type PickerSearchProps = {
  /** Label of the field. */
  name: string
  inputProps: ReturnType<typeof useOptionSearch<Choice>>['inputProps']
  collections: Collection[]
  /** Slug of the collection to choose from, or ALL. */
  slug: string
  onCollection: (slug: string) => void
}

function PickerSearch({ name, inputProps, collections, slug, onCollection }: PickerSearchProps) {
  const { t, label } = useT()
  return (
    <div className={styles['search']}>
      <div className={inputStyles['box']}>
        <Icon icon={Search} />
        <input
          {...inputProps}
          aria-label={t('galley:relation.search', { label: name })}
          placeholder={t('galley:relation.search', { label: name })}
          dir="auto"
          // The drawer opens for typing.
          autoFocus
          className={styles['input']}
        />
      </div>
      {collections.length > 1 && (
        <Select
          label={t('galley:relation.collection')}
          options={[
            { value: ALL, label: t('galley:relation.allCollections') },
            ...collections.map((one) => ({
              value: one.slug,
              label: label(one.labels.plural) || one.slug,
            })),
          ]}
          value={slug}
          onChange={(next) => onCollection(next ?? ALL)}
        />
      )}
    </div>
  )
}

type ChoiceListProps = {
  /** Label of the field. */
  name: string
  search: Pick<ReturnType<typeof useOptionSearch<Choice>>, 'chosen' | 'listProps' | 'optionProps'>
  choices: readonly Choice[]
  /** Keys of the chosen documents. */
  chosen: ReadonlySet<string>
  isMultiple: boolean
  /** True if the field refers to several collections: each choice names its own. */
  hasSeveral: boolean
}

/** The documents of the page, to choose from. */
function ChoiceList({ name, search, choices, chosen, isMultiple, hasSeveral }: ChoiceListProps) {
  const { t, label } = useT()
  return (
    <div {...search.listProps} aria-label={name} aria-multiselectable={isMultiple} className={styles['list']}>
      {choices.map((choice) => (
        <div
          key={choice.key}
          {...search.optionProps(choice)}
          aria-selected={chosen.has(choice.key)}
          className={cx(styles['option'], choice === search.chosen && styles['active'])}
        >
          <span className={styles['check']}>
            {chosen.has(choice.key) && <Icon icon={Check} size="small" />}
          </span>
          {choice.collection.upload && (
            <Thumbnail of={{ ref: choice.ref, data: choice.row.data }} size="option" />
          )}
          <span className={styles['names']}>
            <span className={styles['text']}>
              <bdi>{choice.title}</bdi>
            </span>
            {choice.collection.upload && <FileFacts data={choice.row.data} title={choice.title} />}
          </span>
          {choice.row.isNew && <span className={styles['aside']}>{t('galley:relation.new')}</span>}
          {hasSeveral && (
            <span className={styles['aside']}>
              {label(choice.collection.labels.singular) || choice.collection.slug}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

/** Returns the note below the choices. `filtered`: the collection whose filter is set, if one is. */
function useHint(
  { isFull, field }: PickerProps,
  {
    found,
    typed,
    filtered,
  }: { found: ReturnType<typeof useChoices>; typed: string; filtered: Collection | undefined },
): string {
  const { t, label } = useT()
  if (found.isPending) return ''
  if (isFull && field.hasMany && field.maxRows !== null)
    return t('galley:relation.full', { count: field.maxRows })
  if (found.choices.length > 0) return found.online ? '' : t('galley:relation.offline')
  if (found.isAsking) return t('galley:relation.searching')
  if (filtered !== undefined)
    return t('galley:filters.noMatch', { label: label(filtered.labels.plural) || filtered.slug })
  if (typed === '') return t('galley:relation.nothingToChoose')
  return t(found.online ? 'galley:relation.noMatchOnline' : 'galley:relation.noMatch', { text: typed })
}

type PickerFilterProps = {
  collection: Collection
  locale: string | null
  where: JsonObject | null
  onChange: (where: JsonObject | null) => void
}

/** The filter of a collection's documents, as in its list. */
function PickerFilter({ collection, locale, where, onChange }: PickerFilterProps) {
  const { label } = useT()
  const { button, form } = useListFilter({
    collection,
    label: label(collection.labels.plural) || collection.slug,
    locale,
    where,
    onChange,
    isUntyped: true,
  })
  return (
    <div className={styles['filter']}>
      {button}
      {form}
    </div>
  )
}
