import { useState } from 'react'
import type { Tab, TabsField } from '../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { useFormState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { FieldList } from '../field-list.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { countWithin, pathsWithin } from '../paths-within.ts'
import { useRevealed } from '../use-reveal.ts'
import styles from './tabs-field.module.css'

/** Tabs of a form; one with fields that are not valid says how many, and comes forward to show one. */
function TabsFieldInput({ field, path }: FieldInputProps<TabsField>) {
  const { t, label } = useT()
  const invalid = useFormState((form) => form.invalid)
  const [selected, setSelected] = useState('0')
  const pathOf = (tab: Tab) => joinPath(path, tab.name ?? '')
  useRevealed((wanted) => {
    const at = field.tabs.findIndex((tab) => pathsWithin(tab.fields, pathOf(tab)).has(wanted))
    if (at >= 0) setSelected(String(at))
  })
  return (
    <Tabs
      label={label(field.label) || t('galley:edit.formTabs')}
      selected={selected}
      onSelect={setSelected}
      tabs={field.tabs.map((tab, index) => ({
        id: String(index),
        label: label(tab.label) || tab.name || `${index + 1}`,
        errorCount: countWithin(pathsWithin(tab.fields, pathOf(tab)), invalid),
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
