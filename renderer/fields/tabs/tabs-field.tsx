import type { Tab, TabsField } from '../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { containerPath } from '../../../shared/document/resolve-field.ts'
import { useForm, useFormState, useViewState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { FieldList } from '../field-list.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { countInside } from '../use-error-count.ts'
import { useReveal } from '../use-reveal.ts'
import { isText } from '../value-shapes.ts'
import styles from './tabs-field.module.css'

/** Tabs of a form; one with fields that are not valid says how many, and comes forward to show one. */
function TabsFieldInput({ field, path }: FieldInputProps<TabsField>) {
  const { t, label } = useT()
  const form = useForm()
  const container = containerPath(path, field)
  const invalid = useFormState((state) => state.invalid)
  const [selected, setSelected] = useViewState(`tab ${container}`, '0', isText)
  const pathOf = (tab: Tab) => joinPath(path, tab.name ?? '')
  useReveal(container, ({ part }) => setSelected(part))
  return (
    <Tabs
      label={label(field.label) || t('galley:edit.formTabs')}
      selected={selected}
      onSelect={setSelected}
      tabs={field.tabs.map((tab, index) => ({
        id: String(index),
        label: label(tab.label) || tab.name || `${index + 1}`,
        errorCount: countInside(form, { path: container, part: String(index) }, invalid),
        content: (
          <div className={styles['tab']}>
            {tab.description !== null && <p className={styles['description']}>{label(tab.description)}</p>}
            <FieldList fields={tab.fields} path={pathOf(tab)} />
          </div>
        ),
      }))}
    />
  )
}

export const tabs: ContainerFieldModule<TabsField> = { Input: TabsFieldInput }
