import { memo } from 'react'
import type { ContainerField, Field } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import type { FieldWithValue } from '../../shared/fields/field-type.ts'
import { useForm } from '../form/form-context.tsx'
import { canEdit, containerModule, valueModule } from './field-module.ts'
import { useFieldModules } from './field-modules-context.ts'
import { NotEditable } from './not-editable/not-editable.tsx'

/** One field at its place: its type's input, or what it holds where it cannot be edited here. */
export const FieldSlot = memo(function FieldSlot({ field, path }: { field: Field; path: string }) {
  return isContainer(field) ? (
    <ContainerSlot field={field} path={path} />
  ) : (
    <ValueSlot field={field} path={joinPath(path, field.name)} />
  )
})

function ContainerSlot({ field, path }: { field: ContainerField; path: string }) {
  const type = containerModule(useFieldModules(), field)
  return <type.Input field={field} path={path} />
}

function ValueSlot({ field, path }: { field: FieldWithValue; path: string }) {
  const modules = useFieldModules()
  const form = useForm()
  const type = valueModule(modules, field)
  // What may be typed here never turns an editable value into one that is not, so it is asked only once.
  return canEdit(modules, field, form.getField(path).value) ? (
    <type.Input field={field} path={path} />
  ) : (
    <NotEditable field={field} path={path} />
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
