import type { CollapsibleField } from '../../../shared/cms/schema-model.ts'
import { containerPath } from '../../../shared/document/resolve-field.ts'
import { fieldId, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import { ContainerDescription } from '../container-description/container-description.tsx'
import { FieldList } from '../field-list.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { folded, useKeptView } from '../kept-views.ts'
import { useErrorCount, useReveal } from '../use-containers.ts'
import { isBoolean } from '../value-shapes.ts'

/**
 * A box that folds, and keeps its state with the document. A folded box shows its number of invalid fields,
 * and unfolds to show one.
 */
function CollapsibleFieldInput({ field, path }: FieldInputProps<CollapsibleField>) {
  const { label } = useT()
  const form = useForm()
  const container = containerPath(path, field)
  const { schemaPath } = field
  const {
    value: open,
    set: setOpen,
    setByHand,
  } = useKeptView(folded, { container, schemaPath, at: 'open' }, !field.initCollapsed, isBoolean)
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
      <ContainerDescription text={field.description} />
      <FieldList fields={field.fields} path={path} />
    </CollapsibleBox>
  )
}

export const collapsible: ContainerFieldModule<CollapsibleField> = { Input: CollapsibleFieldInput }
