import { memo } from 'react'
import type { ContainerField, Field } from '../../shared/cms/schema-model.ts'
import { cellLocale, joinPath } from '../../shared/document/path.ts'
import { containerPath } from '../../shared/document/resolve-field.ts'
import { useT } from '../i18n/use-t.ts'
import { useFieldSnapshot, useForm, useSecondForm } from '../form/form-context.tsx'
import type { FieldWithValue } from '../../shared/fields/field-type.ts'
import { canEdit, containerModule, valueModule } from './field-module.ts'
import { useFieldModules } from './field-modules-context.ts'
import { LocalePair } from './second-locale/locale-pair.tsx'
import { useDifferencesAt } from './saved-note/differences-context.tsx'
import { SavedNote } from './saved-note/saved-note.tsx'
import styles from './saved-note/saved-note.module.css'
import { NotEditable } from './not-editable/not-editable.tsx'

/** One field at its place: its type's input, or what it holds where it cannot be edited here. */
export const FieldSlot = memo(function FieldSlot({ field, path }: SlotProps) {
  return field.hasCondition ? (
    <ConditionalSlot field={field} path={path} />
  ) : (
    <Slot field={field} path={path} />
  )
})

type SlotProps = { field: Field; path: string }

/** A field that the server may hide; one that it has not spoken of is shown. */
function ConditionalSlot({ field, path }: SlotProps) {
  const name = 'name' in field ? field.name : null
  const { visible } = useFieldSnapshot(name === null ? containerPath(path, field) : joinPath(path, name))
  return visible ? <Slot field={field} path={path} /> : null
}

function Slot({ field, path }: SlotProps) {
  return isContainer(field) ? (
    <ContainerSlot field={field} path={path} />
  ) : (
    <ValueSlot field={field} path={joinPath(path, field.name)} />
  )
}

function ContainerSlot({ field, path }: { field: ContainerField; path: string }) {
  const type = containerModule(useFieldModules(), field)
  return <type.Input field={field} path={path} />
}

/** Beside it, where there is a second locale, the same field in that one. */
function ValueSlot({ field, path }: ValueSlotProps) {
  const form = useForm()
  const second = useSecondForm()
  const slot = <OneValue field={field} path={path} />
  const isPair = second !== null && cellLocale(form.fields, form.data(), path, form.locale) !== null
  return isPair ? <LocalePair path={path}>{slot}</LocalePair> : slot
}

type ValueSlotProps = { field: FieldWithValue; path: string }

function OneValue({ field, path }: ValueSlotProps) {
  const modules = useFieldModules()
  const form = useForm()
  const { t } = useT()
  const type = valueModule(modules, field)
  // What may be typed here never turns an editable value into one that is not, so it is asked only once.
  const input = canEdit(modules, field, form.getField(path).value) ? (
    <type.Input field={field} path={path} />
  ) : (
    <NotEditable
      field={field}
      path={path}
      {...(canEdit(modules, field, null) && { reason: t('galley:inputs.oddValue') })}
    />
  )
  const differences = useDifferencesAt(path)
  if (differences.length === 0) return input
  return (
    <div className={styles['with-note']}>
      {input}
      <SavedNote field={field} differences={differences} />
    </div>
  )
}

function isContainer(field: Field): field is ContainerField {
  return (
    field.type === 'row' ||
    field.type === 'collapsible' ||
    field.type === 'tabs' ||
    field.type === 'group' ||
    field.type === 'ui'
  )
}
