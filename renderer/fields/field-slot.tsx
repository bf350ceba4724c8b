import { memo } from 'react'
import type { Field, RowsField, ValueField } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import { containerPath } from '../../shared/document/resolve-field.ts'
import { useFieldSnapshot, useForm } from '../form/form-context.tsx'
import { NotEditable } from './not-editable/not-editable.tsx'
import { moduleFor } from './registry.ts'

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
  if (field.type === 'ui') return null
  if (isContainer(field)) {
    const type = moduleFor(field, null)
    return type && <type.Input field={field} path={path} />
  }
  return <ValueSlot field={field} path={joinPath(path, field.name)} />
}

function ValueSlot({ field, path }: { field: ValueField | RowsField; path: string }) {
  // What may be typed here never turns an editable value into one that is not, so it is asked only once.
  const type = moduleFor(field, useForm().getField(path).value)
  return type ? <type.Input field={field} path={path} /> : <NotEditable field={field} path={path} />
}

function isContainer(
  field: Exclude<Field, { type: 'ui' }>,
): field is Exclude<typeof field, ValueField | RowsField> {
  return (
    field.type === 'row' || field.type === 'collapsible' || field.type === 'tabs' || field.type === 'group'
  )
}
