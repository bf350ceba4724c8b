import { Upload } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { UploadConfig } from '../../../../shared/fields/file/upload-config.ts'
import { CommandLayer, useCommandLayer, useCommand } from '../../../commands/use-commands.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import type { BulkOptions } from '../../../data/document-drawers-context.ts'
import { EditManyDrawer } from '../../../fields/edit-many/edit-many-drawer.tsx'
import { FieldList } from '../../../fields/field-list.tsx'
import { FieldScopeProvider } from '../../../fields/field-scope.tsx'
import { useDroppedFiles } from '../../../fields/file/use-brought-files.ts'
import { DifferencesProvider } from '../../../fields/saved-note/differences-context.tsx'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import { DocumentProvider, FormProvider, useDocument } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { useLeadTo } from '../use-lead-to.ts'
import { useUndo } from '../use-undo.ts'
import styles from './bulk-upload.module.css'
import { FileRow } from './file-row.tsx'
import { useBulkFiles, type BulkFiles, type FileHere } from './use-bulk-files.ts'

type BulkUploadProps = BulkOptions & {
  collection: Collection
  config: UploadConfig
  onClose: () => void
  /** Drawers over this one. */
  children?: ReactNode
}

/** The drawer for uploading several files: one document and form per file, all queued together, online or offline. */
export function BulkUpload(props: BulkUploadProps) {
  return (
    <CommandLayer value={useId()}>
      <FilesDrawer {...props} />
    </CommandLayer>
  )
}

function FilesDrawer({ collection, config, onClose, children, ...options }: BulkUploadProps) {
  const layer = useCommandLayer()
  const { t } = useT()
  const bulk = useBulkFiles(collection, config, options)
  const { files } = bulk
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [asking, setAsking] = useState<'leave' | 'edit-all' | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isOver = useDroppedFiles(box, bulk.add)
  const here = files.filter((one) => one.state === 'here')
  const isCopying = files.some(({ state }) => state === 'copying')
  const shown = here.find(({ key }) => key === shownKey) ?? here[0] ?? null
  // True if all files were queued or refused, at least one queued.
  const isDone = !isCopying && here.length === 0 && files.some(({ state }) => state === 'queued')
  const reason = isCopying
    ? t('galley:upload.bulk.copying')
    : here.length === 0
      ? t('galley:upload.bulk.none')
      : bulk.isOverRoom
        ? t('galley:upload.bulk.room', { count: options.room ?? here.length })
        : null

  const { isSaving, tried, save } = useSaveAll({
    bulk,
    here,
    reason,
    onWrong: setShownKey,
    // An opener with `onMade` has received all documents, so the drawer closes.
    onAll: options.onMade === undefined ? null : onClose,
  })
  const close = (): void => (here.length > 0 || isCopying ? setAsking('leave') : onClose())

  return (
    <Drawer
      title={t('upload:bulkUpload')}
      layer={layer}
      staysOpen
      onClose={close}
      foot={
        <DrawerFoot
          count={here.length}
          isRefused={here.some(({ key }) => tried.has(key))}
          isDone={isDone && !isSaving}
          isSaving={isSaving}
          disabledReason={reason}
          onSave={() => void save()}
          onDone={onClose}
        />
      }
    >
      <div
        ref={box}
        className={cx(files.length === 0 ? styles['empty'] : styles['columns'], isOver && styles['over'])}
      >
        <FilesSide
          accept={config.mimeTypes}
          bulk={bulk}
          shown={shown}
          tried={tried}
          onShow={setShownKey}
          onEditAll={here.length > 1 ? () => setAsking('edit-all') : null}
        />
        {shown !== null && <ShownFile collection={collection} shown={shown} />}
      </div>
      {asking !== null && (
        <BulkDialogs
          asking={asking}
          collection={collection}
          bulk={bulk}
          count={here.length}
          onLeave={onClose}
          onClose={() => setAsking(null)}
        />
      )}
      {children}
    </Drawer>
  )
}

type SaveAllOptions = {
  bulk: BulkFiles
  here: readonly FileHere[]
  /** Reason that nothing can be saved now, as text. */
  reason: string | null
  /** Called with the key of the first file whose document is refused. */
  onWrong: (key: string) => void
  /** Called when all files were queued. */
  onAll: (() => void) | null
}

/** Saves the documents of all files, also as the command of the drawer. */
function useSaveAll({ bulk, here, reason, onWrong, onAll }: SaveAllOptions) {
  const { t } = useT()
  const [isSaving, setSaving] = useState(false)
  /** Keys of the files of the last save, if an invalid document stopped it. */
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  async function save(): Promise<void> {
    setSaving(true)
    const { wrong, isAll } = await bulk.save()
    setSaving(false)
    if (isAll && onAll !== null) return onAll()
    setTried(new Set(wrong === null ? [] : here.map(({ key }) => key)))
    if (wrong !== null) onWrong(wrong.key)
  }
  useCommand({
    id: 'document.save',
    title: 'general:save',
    shortcut: 'Mod+S',
    inDrawers: true,
    idleReason: reason ?? (isSaving ? t('general:saving') : null),
    run: () => {
      if (reason === null && !isSaving) void save()
    },
  })
  return { isSaving, tried, save }
}

type DrawerFootProps = {
  /** Number of files that can be saved. */
  count: number
  isRefused: boolean
  /** True if nothing is left to save. */
  isDone: boolean
  isSaving: boolean
  disabledReason: string | null
  onSave: () => void
  onDone: () => void
}

/** The button that saves all files, or closes the drawer when they are queued. */
function DrawerFoot(props: DrawerFootProps) {
  const { count, isRefused, isDone, isSaving, disabledReason, onSave, onDone } = props
  const { t } = useT()
  return (
    <>
      {isRefused && (
        <p role="alert" className={styles['missing']}>
          {t('galley:upload.bulk.notSaved')}
        </p>
      )}
      {isDone ? (
        <Button key="done" variant="primary" onPress={onDone}>
          {t('galley:upload.bulk.done')}
        </Button>
      ) : (
        <Button
          variant="primary"
          disabledReason={disabledReason}
          busyLabel={isSaving ? t('galley:upload.bulk.saving') : null}
          onPress={onSave}
        >
          {count === 0 ? t('general:save') : t('galley:upload.bulk.save', { count })}
        </Button>
      )}
    </>
  )
}

type FilesSideProps = {
  /** Types of files that the collection takes. */
  accept: readonly string[]
  bulk: BulkFiles
  shown: FileHere | null
  /** Keys of the files of the last save, if an invalid document stopped it. */
  tried: ReadonlySet<string>
  onShow: (key: string) => void
  /** Edits all files together; null: there are not several. */
  onEditAll: (() => void) | null
}

/** The button that adds files, and the list of them. */
function FilesSide({ accept, bulk, shown, tried, onShow, onEditAll }: FilesSideProps) {
  const { t } = useT()
  const { files } = bulk
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={styles['side']}>
      <div className={styles['pick']}>
        <Button icon={Upload} onPress={() => picker.current?.click()}>
          {t('upload:addFiles')}
        </Button>
        {files.length === 0 && <p className={styles['hint']}>{t('galley:upload.bulk.drop')}</p>}
        {onEditAll !== null && (
          <Button variant="quiet" onPress={onEditAll}>
            {t('general:editAll')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={accept.join(',')}
          onChange={(event) => {
            bulk.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles['files']} aria-label={t('upload:filesToUpload')}>
          {files.map((file) => (
            <FileRow
              key={file.key}
              file={file}
              mode={bulk.mode}
              isRefused={tried.has(file.key)}
              isShown={file === shown}
              onShow={() => onShow(file.key)}
              onRemove={() => void bulk.remove(file.key)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The form of the file that is shown. */
function ShownFile({ collection, shown }: { collection: Collection; shown: FileHere }) {
  const { locale } = useContentLocale()
  return (
    <section className={styles['form']} aria-label={shown.name}>
      <DocumentProvider key={shown.key} document={shown.document.form}>
        <FormProvider form={shown.document.form.inLocale(locale)}>
          <DifferencesProvider>
            <FileForm collection={collection} />
          </DifferencesProvider>
        </FormProvider>
      </DocumentProvider>
    </section>
  )
}

type BulkDialogsProps = {
  asking: 'leave' | 'edit-all'
  collection: Collection
  bulk: BulkFiles
  /** Number of files that can be edited. */
  count: number
  onLeave: () => void
  onClose: () => void
}

/** The question before the files are given up, and the drawer that edits all of them. */
function BulkDialogs({ asking, collection, bulk, count, onLeave, onClose }: BulkDialogsProps) {
  const { t } = useT()
  const { locale } = useContentLocale()
  if (asking === 'leave')
    return (
      <ConfirmDialog
        danger
        title={t('general:leaveWithoutSaving')}
        body={t('general:changesNotSaved')}
        confirmLabel={t('general:leaveAnyway')}
        onConfirm={() => void bulk.discard().then(onLeave)}
        onCancel={onClose}
      />
    )
  return (
    <EditManyDrawer
      collection={collection}
      of="files"
      count={count}
      locale={locale}
      busy={false}
      onSave={async ({ values }) => {
        bulk.apply(Object.fromEntries(values.map(({ path, value }) => [path, value])))
        onClose()
        return true
      }}
      onClose={onClose}
    />
  )
}

const nothing = () => undefined

/** All fields of one file's document, as on its own screen. */
function FileForm({ collection }: { collection: Collection }) {
  const document = useDocument()
  const scope = useFieldScopeOf(collection, true, document.data)
  const body = useRef<HTMLDivElement>(null)
  useUndo(body)
  useLeadTo(nothing)
  return (
    <FieldScopeProvider scope={scope}>
      <div ref={body}>
        <FieldList fields={collection.fields} path="" />
      </div>
    </FieldScopeProvider>
  )
}
