import * as v from 'valibot'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Tab, TabsField } from '../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { containerPath } from '../../../shared/document/resolve-field.ts'
import { fieldId, useForm, useInvalidPlaces, useSecondForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { ContainerDescription } from '../container-description/container-description.tsx'
import { FieldList } from '../field-list.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { keptViews, useKeptView } from '../kept-views.ts'
import { countInside, useReveal } from '../use-containers.ts'
import { isText } from '../value-shapes.ts'
import styles from './tabs-field.module.css'

const inFront = keptViews('tabs', v.string())

/**
 * Tabs of fields. The front tab is kept with the document. A tab shows its number of invalid fields, and
 * comes to the front to show one.
 */
function TabsFieldInput({ field, path }: FieldInputProps<TabsField>) {
  const { t, label } = useT()
  const form = useForm()
  const container = containerPath(path, field)
  const invalid = useInvalidPlaces()
  const { schemaPath } = field
  const front = useKeptView(inFront, { container, schemaPath, at: 'tab' }, '0', isText)
  const shown = useVisibleTabs(field, path)
  const pathOf = (tab: Tab) => joinPath(path, tab.name ?? '')
  useReveal(container, ({ part }) => front.set(part))
  return (
    <Tabs
      label={label(field.label) || t('galley:edit.formTabs')}
      selected={front.value}
      onSelect={front.setByHand}
      tabs={shown.map(({ tab, index }) => ({
        id: String(index),
        label: label(tab.label) || tab.name || `${index + 1}`,
        labelId: fieldId(form, joinPath(container, `${index}`)),
        errorCount: countInside({ path: container, part: String(index) }, invalid),
        content: (
          <div className={styles['tab']}>
            <ContainerDescription text={tab.description} />
            <FieldList fields={tab.fields} path={pathOf(tab)} />
          </div>
        ),
      }))}
    />
  )
}

/** Returns the tabs that are visible in at least one locale on the screen, with their index among all. */
function useVisibleTabs(field: TabsField, path: string): { tab: Tab; index: number }[] {
  const form = useForm()
  const second = useSecondForm()
  const forms = useMemo(() => (second === null ? [form] : [form, second]), [form, second])
  const places = useMemo(
    () => field.tabs.map((tab) => (tab.hasCondition ? tabPath(path, tab) : null)),
    [field, path],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = places.flatMap((place) =>
        place === null ? [] : forms.map((one) => one.subscribeField(place, listener)),
      )
      return () => stops.forEach((stop) => stop())
    },
    [forms, places],
  )
  const isShown = (place: string) => forms.some((one) => one.getField(place).visible)
  // A string with one letter per tab, so that an equal result is the same value.
  const visible = useSyncExternalStore(subscribe, () =>
    places.map((place) => (place === null || isShown(place) ? 'y' : 'n')).join(''),
  )
  return field.tabs.flatMap((tab, index) => (visible[index] === 'y' ? [{ tab, index }] : []))
}

function tabPath(path: string, tab: Tab): string {
  return tab.name === null ? containerPath(path, tab) : joinPath(path, tab.name)
}

export const tabs: ContainerFieldModule<TabsField> = { Input: TabsFieldInput }
