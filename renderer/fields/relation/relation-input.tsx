import { Plus, Upload as UploadIcon, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, RelationField } from '../../../shared/cms/schema-model.ts'
import { checkFile } from '../../../shared/fields/file/check-file.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useBulkUpload, useDocumentDrawers } from '../../data/document-drawers-context.ts'
import { useCanCreate } from '../../data/schema-context.tsx'
import { useForm, useOpenDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { FieldFrame, type FieldFrameProps } from '../../ui/field-frame/field-frame.tsx'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import type { FieldInputProps } from '../field-module.ts'
import { useFieldScope } from '../field-scope.tsx'
import { useDroppedFiles, usePastedFiles } from '../file/use-brought-files.ts'
import { useFieldFrame, type ControlledFrameParts } from '../use-field-frame.ts'
import { PickerDrawer } from './picker-drawer.tsx'
import { EditButton, RelatedItems } from './related-items.tsx'
import { lostHelp } from './related-words.tsx'
import { RelationCombobox } from './relation-combobox.tsx'
import styles from './relation.module.css'
import { filterFor, useTargets } from './use-choices.ts'
import { isLostState, useRelated, type Related } from './use-related.ts'
import { useRelationActions, type RelationActions } from './use-relation-value.ts'

type RelationInputProps = FieldInputProps<RelationField> & {
  /** More parts of the frame, see FieldFrame. */
  around?: Pick<FieldFrameProps, 'end' | 'note'>
}

/** The input of a relationship: one document or many, of one collection or several (S3.07). */
export function RelationInput({ field, path, around }: RelationInputProps) {
  const parts = useFieldFrame(field, path)
  const { locale } = useFieldScope()
  const items = useRelated(field, parts.control.value, locale)
  const actions = useRelationActions(field, path)
  const drawers = useDocumentDrawers()
  const creatable = useCreatable(field)
  const inDrawer = field.appearance === 'drawer' || field.type === 'upload'
  const shared: PartProps = {
    field,
    path,
    parts,
    items,
    actions,
    locale,
    creatable,
    isFull: field.hasMany && field.maxRows !== null && items.length >= field.maxRows,
    create: (slug) => drawers.create(slug, { onMade: actions.add, ...actions.asker }),
  }
  const box = useRef<HTMLDivElement>(null)
  const upload = useUpload(shared)
  usePastedFiles(box, upload)
  const isOver = useDroppedFiles(box, upload)
  // The buttons for a single document are next to it, in its frame.
  const isOne = inDrawer && !field.hasMany && items.length > 0 && !parts.readOnly
  return (
    <FieldFrame {...parts.frame} {...around} group={inDrawer}>
      <div ref={box} className={cx(styles['field'], isOne && styles['one'], isOver && styles['over'])}>
        {(field.hasMany || inDrawer) && items.length > 0 && (
          <RelatedItems
            id={parts.id}
            field={field}
            items={items}
            actions={actions}
            readOnly={parts.readOnly}
            describedBy={inDrawer ? parts.groupDescribedBy : parts.describedBy}
            onBlur={parts.control.onBlur}
          />
        )}
        {inDrawer ? <DrawerPart {...shared} upload={upload} /> : <SelectPart {...shared} />}
      </div>
    </FieldFrame>
  )
}

type PartProps = {
  field: RelationField
  path: string
  parts: ControlledFrameParts
  items: Related[]
  actions: RelationActions
  locale: string | null
  creatable: Collection[]
  isFull: boolean
  create: (slug: string) => void
}

/** The combobox; for a single document it shows its title. */
function SelectPart({ field, parts, items, actions, locale, creatable, isFull, create }: PartProps) {
  const { t } = useT()
  const { id, readOnly, control, name } = parts
  const without = useMemo(() => new Set(items.map(({ key }) => key)), [items])
  const one = field.hasMany ? undefined : items[0]
  const isLost = one !== undefined && isLostState(one.state)
  if (field.hasMany && readOnly) return items.length === 0 ? <Nothing parts={parts} /> : null
  return (
    <>
      <RelationCombobox
        id={id}
        field={field}
        filters={control.filters}
        locale={locale}
        text={one?.title ?? ''}
        placeholder={
          isFull
            ? t('galley:relation.full', { count: field.maxRows ?? items.length })
            : (parts.placeholder ?? t(readOnly ? 'galley:relation.none' : 'general:selectValue'))
        }
        without={field.hasMany ? without : none}
        creatable={isFull ? [] : creatable}
        readOnly={readOnly || isFull}
        invalid={parts.invalid}
        required={field.required}
        describedBy={cx(parts.describedBy, isLost && `${id}-lost`) || undefined}
        isLost={isLost}
        onTake={({ ref }) => actions.add(ref)}
        onCreate={create}
        {...(field.hasMany && {
          onBackspace: () => {
            const last = items.at(-1)
            if (last === undefined) return
            announce(t('galley:relation.removed', { title: last.title }))
            actions.remove(last.key)
          },
        })}
        onBlur={control.onBlur}
        tools={
          one !== undefined && (
            <>
              {one.state === 'new' && <span className={styles['aside']}>{t('galley:relation.new')}</span>}
              <EditButton field={field} related={one} {...(!readOnly && { asker: actions.asker })} />
              {!readOnly && (
                <IconButton
                  size="row"
                  icon={X}
                  label={t('galley:relation.clear', { label: name })}
                  onPress={() => {
                    actions.clear()
                    announce(t('galley:relation.cleared', { label: name }))
                    document.getElementById(id)?.focus()
                  }}
                />
              )}
            </>
          )
        }
      />
      {isLost && (
        <span id={`${id}-lost`} className={styles['hint']}>
          {lostHelp(one, t)}
        </span>
      )}
    </>
  )
}

const none: ReadonlySet<string> = new Set()

/**
 * The buttons that open the drawer of documents, or create one. Next to a single document they replace or remove it.
 */
function DrawerPart(props: PartProps & { upload: Upload | null }) {
  const { field, parts, items, actions, locale, creatable, isFull, create, upload } = props
  const { t } = useT()
  const [isOpen, setOpen] = useState(false)
  const { id, readOnly, control, name, groupDescribedBy } = parts
  const chosen = useMemo(() => new Set(items.map(({ key }) => key)), [items])
  if (readOnly) return items.length === 0 ? <Nothing parts={parts} /> : null
  const chosenOne = field.hasMany ? undefined : items[0]
  return (
    <div
      id={items.length === 0 ? id : undefined}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={groupDescribedBy}
      className={styles['buttons']}
    >
      <Button
        {...(chosenOne !== undefined && { variant: 'quiet', size: 'row' })}
        disabledReason={isFull ? t('galley:relation.full', { count: field.maxRows ?? items.length }) : null}
        onPress={() => setOpen(true)}
      >
        {t(chosenOne === undefined ? 'galley:relation.chooseExisting' : 'galley:upload.replace')}
      </Button>
      {chosenOne !== undefined && (
        <IconButton
          size="row"
          icon={X}
          label={t('galley:relation.remove', { title: chosenOne.title })}
          onPress={() => {
            actions.remove(chosenOne.key)
            announce(t('galley:relation.removed', { title: chosenOne.title }))
            requestAnimationFrame(() => document.getElementById(id)?.focus())
          }}
        />
      )}
      {chosenOne === undefined && !isFull && <CreateButton creatable={creatable} create={create} />}
      {upload !== null && field.hasMany && (
        <Button variant="quiet" icon={UploadIcon} onPress={() => upload([])}>
          {t('upload:bulkUpload')}
        </Button>
      )}
      {chosenOne === undefined && upload !== null && (
        <span className={styles['dropHint']}>{t('upload:dragAndDrop')}</span>
      )}
      {isOpen && (
        <PickerDrawer
          field={field}
          name={name}
          filters={control.filters}
          locale={locale}
          chosen={chosen}
          creatable={isFull ? [] : creatable}
          isFull={isFull}
          onToggle={(ref, title) => {
            const key = `${ref.slug}:${ref.id}`
            if (field.hasMany && chosen.has(key)) {
              actions.remove(key)
              announce(t('galley:relation.removed', { title }))
              return
            }
            actions.add(ref)
            announce(t('galley:relation.chosen', { title }))
            if (!field.hasMany) setOpen(false)
          }}
          onCreate={(slug) => {
            setOpen(false)
            create(slug)
          }}
          onClose={() => {
            setOpen(false)
            control.onBlur()
          }}
        />
      )}
    </div>
  )
}

/** The button that creates a document; a menu if there are several collections to create one in. */
function CreateButton({ creatable, create }: Pick<PartProps, 'creatable' | 'create'>) {
  const { t, label } = useT()
  const nameOf = (one: Collection) => label(one.labels.singular) || one.slug
  const [only] = creatable
  return (
    <>
      {creatable.length === 1 && only !== undefined && (
        <Button variant="quiet" icon={Plus} onPress={() => create(only.slug)}>
          {t('galley:relation.create', { label: nameOf(only) })}
        </Button>
      )}
      {creatable.length > 1 && (
        <MenuButton
          label={t('galley:relation.createAny')}
          size="form"
          items={creatable.map((one) => ({
            id: one.slug,
            label: nameOf(one),
            onAction: () => create(one.slug),
          }))}
        />
      )}
    </>
  )
}

type Upload = (files: readonly File[]) => void

/**
 * Uploads files as new documents of the field, as many as fit, into the collection that takes the first one. Null: it
 * takes no files.
 */
function useUpload(props: PartProps): Upload | null {
  const { field, path, parts, items, actions, locale, creatable, isFull } = props
  const bulkUpload = useBulkUpload()
  const document = useOpenDocument()
  const form = useForm()
  const [only] = creatable
  if (field.type !== 'upload' || only === undefined || parts.readOnly || isFull) return null
  const room = field.hasMany ? (field.maxRows ?? Infinity) - items.length : 1
  return (files) => {
    const [first] = files
    const filterOf = ({ slug }: Collection): JsonObject | null =>
      filterFor(field, slug, parts.control.filters)
    const takes = (collection: Collection) =>
      first !== undefined &&
      collection.upload !== false &&
      checkFile(collection.upload, { mimeType: first.type, size: first.size }, filterOf(collection)) === null
    // A file that no collection takes is refused in the upload's drawer.
    const into = creatable.find(takes) ?? only
    const add = (ref: DocRef): void => {
      if (ref.kind === 'collection') actions.add(ref)
    }
    const resolved = form.resolve(path)
    // Paths restart in a block of a text, and bulk edit has no document: the schema path tells them apart.
    const place = [
      document !== null && refKey(document.getRef()),
      resolved?.schemaPath,
      path,
      resolved?.localized === true && locale,
    ]
    bulkUpload(into.slug, {
      files,
      room,
      filter: filterOf(into),
      place: place.filter(Boolean).join(' '),
      onMade: add,
    })
  }
}

/** A read-only field without a value. */
function Nothing({ parts }: { parts: ControlledFrameParts }) {
  const { t } = useT()
  const { id } = parts
  return (
    <p
      id={id}
      tabIndex={-1}
      aria-describedby={parts.describedBy}
      className={cx(styles['item'], styles['readonly'], styles['empty'])}
    >
      {t('galley:relation.none')}
    </p>
  )
}

/** Returns the collections in which this user can create a document from the field. */
function useCreatable(field: RelationField): Collection[] {
  const targets = useTargets(field)
  const canCreate = useCanCreate()
  return useMemo(
    () => (field.allowCreate ? targets.filter(({ slug }) => canCreate(slug)) : []),
    [field, targets, canCreate],
  )
}
