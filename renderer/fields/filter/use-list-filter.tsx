import { ListFilter as FilterIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { asWhere, countRules, type Rule } from '../../../shared/lists/filter-form.ts'
import { whereOfGroup } from '../../../shared/lists/group-by.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FilterPills, usePills } from './filter-pills.tsx'
import type { SearchBoxHandle, TypedFilter } from './search-box.tsx'
import { useFilterText } from './use-filter-text.ts'

export type ListFilterOptions = {
  collection: Collection
  /** Label of the list's documents. */
  label: string
  locale: string | null
  where: JsonObject | null
  /** True if the filter of the address cannot be read. */
  isUnreadable?: boolean
  /** Must be the same function in each render. */
  onChange: (where: JsonObject | null) => void
  /** True if the screen shows this filter otherwise: no pills, no count, and only the button opens the form. */
  isShownElsewhere?: boolean
  /** True for the trash, where no document has unsent edits. */
  isTrash?: boolean
  /** True if the list has no search that takes typed filters. */
  isUntyped?: boolean
}

export type ListFilter = {
  /** Props for the search box of the list. */
  typed: TypedFilter
  searchBox: RefObject<SearchBoxHandle | null>
  /** Opens the form, and shows the number of lines. */
  button: ReactNode
  /** The filter as pills, while the form is folded. */
  pills: ReactNode
  form: ReactNode
  close: () => void
}

/** Returns the filter of a list: typed, as pills and as a form (S3.39). */
export function useListFilter(options: ListFilterOptions): ListFilter {
  const { collection, label, locale, where, onChange, isTrash = false, isUntyped = false } = options
  const { isUnreadable = false, isShownElsewhere = false } = options
  const { t, formatNumber } = useT()
  const id = useId()
  const { isOpen, setOpen, hasForm, setForm, setTyped } = useFormOpen(where !== null, isShownElsewhere)
  const isFormShown = isOpen && !isUnreadable
  const { context, read, rulesOf } = useFilterText(collection, locale, isTrash)
  const pills = usePills(where, context, locale)
  const searchBox = useRef<SearchBoxHandle>(null)
  const typed = useTypedFilter({ where, onChange, read, rulesOf, pills, isFormShown, setTyped })
  const count = countRules(where)
  const button = (
    <Button
      size="header"
      icon={FilterIcon}
      expanded={isFormShown}
      controls={id}
      disabledReason={isUnreadable ? t('galley:filters.unreadable') : null}
      onPress={() => {
        setOpen(!isOpen)
        setForm(true)
      }}
    >
      {t('general:filters')}
      {count > 0 && !isShownElsewhere && (
        <>
          {' '}
          <Pill tone="ink">{formatNumber(count)}</Pill>
        </>
      )}
    </Button>
  )
  const inShort = !isFormShown && !isShownElsewhere && pills.length > 0 && (
    <FilterPills
      pills={pills}
      onRemove={(pill) => {
        onChange(pill.without)
        searchBox.current?.type('')
      }}
      onEdit={(pill, text) => {
        onChange(pill.without)
        searchBox.current?.type(text)
      }}
    />
  )
  const form = hasForm && (
    <FilterPanel
      id={id}
      label={label}
      locale={locale}
      where={where}
      onChange={onChange}
      hidden={!isFormShown}
      fields={context.fields}
      example={isUntyped ? null : isTrash ? 'updated:<7d' : 'updated:<7d is:unsent'}
    />
  )
  return { typed, searchBox, button, pills: inShort, form, close: () => setOpen(false) }
}

/** The form of the filter, open or not. `hasFilter`: the list is filtered. */
function useFormOpen(hasFilter: boolean, isShownElsewhere: boolean) {
  const [isOpen, setOpen] = useState(hasFilter && !isShownElsewhere)
  // Once opened, the form stays mounted, with its unfinished lines.
  const [hasForm, setForm] = useState(isOpen)
  const [isTyped, setTyped] = useState(false)
  // A filter from a link or the history opens the form.
  const [hadFilter, setHadFilter] = useState(isOpen)
  if (hadFilter !== hasFilter) {
    setHadFilter(!hadFilter)
    // A typed filter is visible as pills next to the search.
    if (hasFilter && !isTyped && !isShownElsewhere) {
      setOpen(true)
      setForm(true)
    }
    setTyped(false)
  }
  return { isOpen, setOpen, hasForm, setForm, setTyped }
}

/** Returns the parsing and applying of filters that are typed in the search box. */
function useTypedFilter({
  where,
  onChange,
  read,
  rulesOf,
  pills,
  isFormShown,
  setTyped,
}: Pick<ListFilterOptions, 'where' | 'onChange'> &
  Pick<ReturnType<typeof useFilterText>, 'read' | 'rulesOf'> & {
    pills: ReturnType<typeof usePills>
    isFormShown: boolean
    /** Called before a typed filter goes to the address; true if the list had no filter. */
    setTyped: (isTyped: boolean) => void
  }): TypedFilter {
  // Tokens may need a lookup first, and the address may change meanwhile.
  const addRules = useRef<(rules: Rule[]) => void>(() => {})
  useEffect(() => {
    addRules.current = (rules) => {
      setTyped(where === null)
      onChange(whereOfGroup(where, asWhere(rules)))
    }
  })
  return {
    read,
    async take(tokens) {
      const { rules, untaken } = await rulesOf(tokens)
      if (rules.length > 0) addRules.current(rules)
      return untaken
    },
    takeBack() {
      const last = pills.at(-1)
      if (last === undefined || last.text === null || isFormShown) return null
      onChange(last.without)
      return last.text
    },
  }
}
