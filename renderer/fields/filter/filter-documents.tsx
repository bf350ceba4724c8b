import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { relationTo } from '../../../shared/fields/relations.ts'
import { itemsOf } from '../../../shared/fields/value-rules.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chips } from '../../ui/chips/chips.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { RelationCombobox } from '../relation/relation-combobox.tsx'
import { useRelated } from '../relation/use-related.ts'
import styles from './filter.module.css'
import type { Operator } from '../../../shared/cms/where.ts'
import type { Json } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'

type Props = FilterValueProps & { many: boolean }

/** Documents that a field is compared with, by their titles. */
export function FilterDocuments(props: Props) {
  const { field } = props.field
  return field.type === 'relationship' || field.type === 'upload' ? (
    <Documents {...props} relation={field} />
  ) : null
}

function Documents({ id, value, onChange, locale, many, relation }: Props & { relation: RelationField }) {
  const { t } = useT()
  // A filter may name any document, so the restriction of choices does not apply.
  const field = useMemo(
    (): RelationField => ({ ...relation, hasMany: many, filterOptions: null, hasFilterFunction: false }),
    [relation, many],
  )
  const items = useRelated(field, value, locale)
  const without = useMemo(() => new Set(many ? items.map(({ key }) => key) : []), [items, many])
  const one = many ? undefined : items[0]
  const focusInput = () => document.getElementById(id)?.focus()
  const keep = (values: typeof items) =>
    onChange(values.length === 0 ? null : values.map((item) => item.value))
  return (
    <div className={styles['value']}>
      {many && items.length > 0 && (
        <Chips
          labels={items.map(({ title }) => title)}
          aria-labelledby={`${id}-label`}
          onRemove={(index) => keep(items.toSpliced(index, 1))}
          onLeave={focusInput}
        />
      )}
      <RelationCombobox
        id={id}
        field={field}
        filters={null}
        locale={locale}
        text={one?.title ?? ''}
        placeholder={t('general:selectValue')}
        without={without}
        creatable={[]}
        readOnly={false}
        invalid={false}
        required={false}
        describedBy={undefined}
        onTake={({ ref }) => {
          const taken = relationTo(field, ref.slug, ref.id)
          onChange(many ? [...itemsOf(value), taken] : taken)
        }}
        onCreate={() => {}}
        {...(many && { onBackspace: () => keep(items.slice(0, -1)) })}
        onBlur={() => {}}
        tools={
          one !== undefined && (
            <IconButton
              size="row"
              icon={X}
              label={t('general:clear')}
              onPress={() => {
                onChange(null)
                focusInput()
              }}
            />
          )
        }
      />
    </div>
  )
}

export type FilterValueProps = {
  /** Id of the input; `${id}-label` names it. */
  id: string
  field: FilterField
  operator: Operator
  /** The value in the form's shape (see Rule); null: none yet. */
  value: Json
  onChange: (value: Json) => void
  /** Locale of the documents' titles. */
  locale: string | null
}
