import { rowId } from '../../../shared/cms/fields.ts'
import type { CollapsibleField } from '../../../shared/cms/schema-model.ts'
import { containerPath } from '../../../shared/document/resolve-field.ts'
import { fieldId, useForm, useViewState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import { FieldList } from '../field-list.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { rememberOpen, wasLeftOpen } from '../rows/collapsed-preference.ts'
import { useErrorCount } from '../use-error-count.ts'
import { useReveal } from '../use-reveal.ts'
import { isBoolean } from '../value-shapes.ts'
import styles from './collapsible-field.module.css'

/**
 * A box that folds away, and is as it was left in its document; closed, it says how many of its fields are not valid, and
 * opens to show one.
 */
function CollapsibleFieldInput({ field, path }: FieldInputProps<CollapsibleField>) {
  const { label } = useT()
  const form = useForm()
  const container = containerPath(path, field)
  const id = rowId(form.data())
  const place = `${id ?? ''} ${container}`
  const [open, setOpen] = useViewState(
    `open ${container}`,
    wasLeftOpen(field.schemaPath, place) ?? !field.initCollapsed,
    isBoolean,
  )
  const setByHand = (next: boolean) => {
    setOpen(next)
    // Of a document that is not there yet nobody could find it again.
    if (id !== null) rememberOpen(field.schemaPath, [place], next)
  }
  const description = label(field.description)
  const errorCount = useErrorCount({ path: container, part: '' })
  useReveal(container, () => setOpen(true))
  return (
    <CollapsibleBox
      label={label(field.label)}
      labelId={fieldId(form, container)}
      open={open}
      onOpenChange={setByHand}
      errorCount={errorCount}
    >
      {description !== '' && <p className={styles['description']}>{description}</p>}
      <FieldList fields={field.fields} path={path} />
    </CollapsibleBox>
  )
}

export const collapsible: ContainerFieldModule<CollapsibleField> = { Input: CollapsibleFieldInput }
