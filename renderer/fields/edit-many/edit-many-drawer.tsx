import { useId, useMemo, useState } from 'react'
import * as v from 'valibot'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { manyFields, type ManyField } from '../../../shared/document/many-fields.ts'
import type { CallInput } from '../../../shared/ipc.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useCanField } from '../../data/schema-context.tsx'
import { canEdit } from '../field-module.ts'
import { useFieldModules } from '../use-value-context.ts'
import { FormEnvironment } from '../form-environment.tsx'
import { FieldSlot } from '../field-slot.tsx'
import { useFieldScopeOf } from '../use-field-scope-of.ts'
import { createFormState } from '../../form/form-state.ts'
import { useHeldForm } from '../../form/use-held-content.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './edit-many-drawer.module.css'

type Save = Pick<CallInput<'documents.editMany'>, 'mode' | 'values'>
type DrawerProps = {
  collection: Collection
  /** The edited documents: of the list, or the ones that files are about to become. */
  of?: 'documents' | 'files'
  /** Number of selected documents. */
  count: number
  locale: string | null
  busy: boolean
  /** Resolves to false if nothing was queued. */
  onSave: (input: Save) => Promise<boolean>
  onClose: () => void
}

/** The drawer that sets fields of all selected documents, with the documents' own inputs. */
export function EditManyDrawer(props: DrawerProps) {
  const { collection, of = 'documents', count, locale, busy } = props
  const { t, label } = useT()
  const isNew = of === 'files'
  const choices = useChoices(collection, isNew)
  const chooseId = useId()
  const { form, scope, chosen, setChosen, shown, problem, save, close } = useManyForm(props, choices)
  const nameOf = ({ labels }: ManyField) => labels.map((one) => label(one)).join(' / ')
  return (
    <Drawer
      title={t(isNew ? 'galley:upload.bulk.editAll' : 'galley:actions.many.title', { count })}
      pill={locale !== null && <LocaleBadge code={locale} />}
      staysOpen
      onClose={close}
      foot={
        <>
          <p className={styles['hint']}>
            {problem !== null ? (
              <span role="alert">{problem}</span>
            ) : (
              !isNew && t('galley:actions.many.saves')
            )}
          </p>
          <SaveButtons
            isNew={isNew}
            drafts={collection.versions?.drafts === true}
            busy={busy}
            disabledReason={shown.length === 0 ? t('galley:actions.many.none') : null}
            onSave={save}
          />
        </>
      }
    >
      <div className={styles['body']}>
        <p>{t('galley:actions.many.choose')}</p>
        <div className={styles['choose']}>
          <span id={chooseId} className={styles['label']}>
            {t('galley:actions.many.fields')}
          </span>
          <Select
            multiple
            aria-labelledby={chooseId}
            placeholder={t('fields:selectFieldsToEdit')}
            options={choices.map((one) => ({ value: one.path, label: nameOf(one) }))}
            value={chosen}
            onChange={setChosen}
          />
        </div>
        <FormEnvironment form={form} scope={scope}>
          <div className={styles['fields']}>
            {shown.map(({ path, parent, field }) => (
              <FieldSlot key={path} field={field} path={parent} />
            ))}
          </div>
        </FormEnvironment>
      </div>
    </Drawer>
  )
}

/** The form of the chosen fields, which is kept with the journal until the drawer is closed. */
function useManyForm(
  { collection, of = 'documents', locale, onSave, onClose }: DrawerProps,
  choices: readonly ManyField[],
) {
  const { t } = useT()
  const types = useFieldTypes()
  const { fields, slug } = collection
  const isNew = of === 'files'
  const [form] = useState(() => createFormState({ fields, types, locale, root: slug, data: {} }))
  const scope = useFieldScopeOf(collection, isNew, form.data)
  const [chosen, setChosen] = useState<string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const shown = chosen.flatMap((path) => choices.find((one) => one.path === path) ?? [])

  const endForm = useHeldForm(`edit-many ${isNew ? 'files ' : ''}${slug}`, form, {
    content: { chosen },
    isEmpty: chosen.length === 0,
    restore: (content) => {
      const kept = v.safeParse(v.array(v.string()), content['chosen'])
      if (kept.success) setChosen(kept.output)
    },
  })
  const close = (): void => {
    endForm()
    onClose()
  }

  function save(mode: Save['mode']): void {
    // Values for files are validated in their own forms.
    const isUnchecked = isNew || (mode === 'draft' && collection.versions?.validatesDrafts !== true)
    const wrong = isUnchecked ? form.unreadable() : [...form.unreadable(), ...form.validate()]
    if (wrong.some((path) => chosen.includes(path))) return setProblem(t('error:correctInvalidFields'))
    setProblem(null)
    const values = shown.map(({ path }) => ({
      path,
      locale: form.resolve(path)?.localized === true ? locale : null,
      value: form.read(path),
    }))
    void onSave({ mode, values }).then((isDone) => isDone && endForm())
  }

  return { form, scope, chosen, setChosen, shown, problem, save, close }
}

type SaveButtonsProps = {
  /** True if the documents are made of files. */
  isNew: boolean
  drafts: boolean
  busy: boolean
  disabledReason: string | null
  onSave: (mode: Save['mode']) => void
}

function SaveButtons({ isNew, drafts, busy, disabledReason, onSave }: SaveButtonsProps) {
  const { t } = useT()
  const busyLabel = busy ? t('general:saving') : null
  if (isNew)
    return (
      <Button variant="primary" disabledReason={disabledReason} onPress={() => onSave('save')}>
        {t('general:applyChanges')}
      </Button>
    )
  return drafts ? (
    <>
      <Button busyLabel={busyLabel} disabledReason={disabledReason} onPress={() => onSave('draft')}>
        {t('galley:actions.many.saveDraft')}
      </Button>
      <Button
        variant="primary"
        busyLabel={busyLabel}
        disabledReason={disabledReason}
        onPress={() => onSave('publish')}
      >
        {t('galley:actions.many.saveAndPublish')}
      </Button>
    </>
  ) : (
    <Button
      variant="primary"
      busyLabel={busyLabel}
      disabledReason={disabledReason}
      onPress={() => onSave('save')}
    >
      {t('galley:actions.many.save')}
    </Button>
  )
}

/** Returns the fields that can be edited in many documents, by this user and with an input of this app. */
function useChoices({ fields, slug }: Collection, isNew: boolean): ManyField[] {
  const modules = useFieldModules()
  const canField = useCanField()
  return useMemo(
    () =>
      manyFields(fields).filter(
        ({ path, field }) =>
          canEdit(modules, field, null) && canField('collection', slug, path, isNew ? 'create' : 'update'),
      ),
    [fields, slug, isNew, modules, canField],
  )
}
