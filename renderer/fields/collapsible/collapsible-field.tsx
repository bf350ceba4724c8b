import { useState } from 'react'
import type { Field, CollapsibleField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import { FieldList } from '../field-list.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useErrorCount } from '../use-error-count.ts'
import { useReveal } from '../use-reveal.ts'

/** A box that folds away; closed, it says how many of its fields are not valid, and opens to show one. */
function CollapsibleFieldInput({ field, path }: FieldInputProps<CollapsibleField>) {
  const { label } = useT()
  const [open, setOpen] = useState(!field.initCollapsed)
  const errorCount = useErrorCount(field.fields, path)
  useReveal(field.fields, path, () => setOpen(true))
  return (
    <CollapsibleBox label={label(field.label)} open={open} onOpenChange={setOpen} errorCount={errorCount}>
      <FieldList fields={field.fields} path={path} />
    </CollapsibleBox>
  )
}

const isCollapsible = (field: Field): field is CollapsibleField => field.type === 'collapsible'

export const collapsible = fieldModule(isCollapsible, CollapsibleFieldInput)
