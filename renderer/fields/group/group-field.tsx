import type { GroupField } from '../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { containerPath } from '../../../shared/document/resolve-field.ts'
import { fieldId, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ContainerDescription } from '../container-description/container-description.tsx'
import { FieldList } from '../field-list.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import styles from './group-field.module.css'

/**
 * A group of fields with a label and a line. A named group has its values in an object of its own (S3.03).
 */
function GroupFieldInput({ field, path }: FieldInputProps<GroupField>) {
  const { label } = useT()
  const id = fieldId(useForm(), containerPath(path, field))
  const name = label(field.label)
  return (
    <div role="group" aria-labelledby={name === '' ? undefined : id} className={styles['group']}>
      {(name !== '' || label(field.description) !== '') && (
        <div className={styles['head']}>
          {/* The label is no heading, since nested groups have no fixed heading level. */}
          {name !== '' && (
            <p id={id} className={styles['label']}>
              {name}
            </p>
          )}
          <ContainerDescription text={field.description} />
        </div>
      )}
      <FieldList fields={field.fields} path={joinPath(path, field.name ?? '')} />
    </div>
  )
}

export const group: ContainerFieldModule<GroupField> = { Input: GroupFieldInput }
