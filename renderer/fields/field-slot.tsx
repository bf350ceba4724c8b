import { memo } from 'react'
import type { ContainerField, Field } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import { containerPath } from '../../shared/document/resolve-field.ts'
import { useT } from '../i18n/use-t.ts'
import { useForm, useVisible } from '../form/form-context.tsx'
import { useAwaited } from './use-awaited.ts'
import type { FieldWithValue } from '../../shared/fields/field-type.ts'
import { canEdit, containerModule, valueModule } from './field-module.ts'
import { useFieldModules } from './use-value-context.ts'
import { LocalePair } from './second-locale/locale-pair.tsx'
import { useDifferencesAt } from './saved-note/differences-context.tsx'
import { SavedNote } from './saved-note/saved-note.tsx'
import styles from './saved-note/saved-note.module.css'
import { NotEditable } from './not-editable/not-editable.tsx'

/** One field: its type's input, or its read-only value if it cannot be edited here. */
export const FieldSlot = memo(function FieldSlot({ field, path }: SlotProps) {
  return field.hasCondition ? (
    <ConditionalSlot field={field} path={path} />
  ) : (
    <Slot field={field} path={path} />
  )
})

type SlotProps = { field: Field; path: string }

/**
 * A field that the server may hide: shown if a locale on the screen shows it. An empty one is not drawn while the
 * server's first answer is awaited, see useAwaited.
 */
function ConditionalSlot({ field, path }: SlotProps) {
  const name = 'name' in field ? field.name : null
  const visible = useVisible(name === null ? containerPath(path, field) : joinPath(path, name))
  const awaited = useAwaited(field, path)
  return visible && !awaited ? <Slot field={field} path={path} /> : null
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

/** A localized field has an input in each locale on the screen; a shared one has a single input. */
function ValueSlot({ field, path }: ValueSlotProps) {
  const isLocalized = useForm().resolve(path)?.localized === true
  const slot = <OneValue field={field} path={path} />
  return isLocalized ? <LocalePair path={path}>{slot}</LocalePair> : slot
}

type ValueSlotProps = { field: FieldWithValue; path: string }

function OneValue({ field, path }: ValueSlotProps) {
  const modules = useFieldModules()
  const form = useForm()
  const { t } = useT()
  const type = valueModule(modules, field)
  // Typing never turns an editable value into one that is not, so the slot does not subscribe to the value.
  const input = canEdit(modules, field, form.getField(path).value) ? (
    <type.Input field={field} path={path} />
  ) : (
    <NotEditable
      field={field}
      path={path}
      {...(canEdit(modules, field, null)
        ? { reason: t('galley:inputs.oddValue') }
        : type.whyNotEdited !== undefined && { reason: t(type.whyNotEdited) })}
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
