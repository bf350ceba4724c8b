import { Upload, X } from 'lucide-react'
import { useCallback, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { formatFilesize } from '../../../../shared/fields/file/file-size.ts'
import { FILE_FIELD } from '../../../../shared/fields/file/pending-file.ts'
import type { UploadConfig } from '../../../../shared/fields/file/upload-config.ts'
import type { Json } from '../../../../shared/json.ts'
import { documentState } from '../../../../shared/sync/queue.ts'
import { CommandLayer, useCommandLayer, useCommand } from '../../../commands/use-commands.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import type { BulkOptions } from '../../../data/document-drawers-context.ts'
import { useDocumentQuery } from '../../../data/queries.ts'
import { EditManyDrawer } from '../../../fields/edit-many/edit-many-drawer.tsx'
import { FieldList } from '../../../fields/field-list.tsx'
import { FieldScopeProvider } from '../../../fields/field-scope.tsx'
import { FileProgress } from '../../../fields/file/file-progress.tsx'
import { useDroppedFiles } from '../../../fields/file/use-brought-files.ts'
import { DifferencesProvider } from '../../../fields/saved-note/differences-context.tsx'
import type { Pictured } from '../../../fields/thumbnail/picture-sources.ts'
import { Thumbnail } from '../../../fields/thumbnail/thumbnail.tsx'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import { DocumentProvider, FormProvider, useDocument } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { syncWords } from '../../../ui/sync-state/sync-words.ts'
import { useLeadTo } from '../use-lead-to.ts'
import { useUndo } from '../use-undo.ts'
import styles from './bulk-upload.module.css'
import { useBulkFiles, type BulkFile, type FileHere } from './use-bulk-files.ts'

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
  const { locale } = useContentLocale()
  const bulk = useBulkFiles(collection, config, options)
  const { files } = bulk
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [asking, setAsking] = useState<'leave' | 'edit-all' | null>(null)
  /** Keys of files whose documents were refused by a save. */
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const picker = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const isOver = useDroppedFiles(box, bulk.add)
  const here = files.filter((one) => one.state === 'here')
  const isCopying = files.some(({ state }) => state === 'copying')
  const shown = here.find(({ key }) => key === shownKey) ?? here[0] ?? null
  // True if all files were queued.
  const isDone = !isCopying && here.length === 0 && files.some(({ state }) => state === 'queued')
  const reason = isCopying
    ? t('galley:upload.bulk.copying')
    : here.length === 0
      ? t('galley:upload.bulk.none')
      : bulk.isOverRoom
        ? t('galley:upload.bulk.room', { count: options.room ?? here.length })
        : null

  async function save(): Promise<void> {
    setSaving(true)
    const { wrong, isAll } = await bulk.save()
    setSaving(false)
    // The opener has received all documents.
    if (isAll && options.onMade !== undefined) return onClose()
    setTried(new Set(wrong === null ? [] : here.map(({ key }) => key)))
    if (wrong !== null) setShownKey(wrong.key)
  }
  useCommand({
    id: 'document.save',
    title: 'general:save',
    shortcut: 'Mod+S',
    inDrawers: true,
    isIdle: reason !== null || isSaving,
    run: () => {
      if (reason === null && !isSaving) void save()
    },
  })
  const close = (): void => (here.length > 0 || isCopying ? setAsking('leave') : onClose())

  return (
    <Drawer
      title={t('upload:bulkUpload')}
      layer={layer}
      staysOpen
      onClose={close}
      foot={
        <>
          {here.some(({ key }) => tried.has(key)) && (
            <p role="alert" className={styles['missing']}>
              {t('galley:upload.bulk.notSaved')}
            </p>
          )}
          {isDone && !isSaving ? (
            <Button key="done" variant="primary" onPress={onClose}>
              {t('galley:upload.bulk.done')}
            </Button>
          ) : (
            <Button
              variant="primary"
              disabledReason={reason}
              busyLabel={isSaving ? t('galley:upload.bulk.saving') : null}
              onPress={() => void save()}
            >
              {here.length === 0 ? t('general:save') : t('galley:upload.bulk.save', { count: here.length })}
            </Button>
          )}
        </>
      }
    >
      <div
        ref={box}
        className={cx(files.length === 0 ? styles['empty'] : styles['columns'], isOver && styles['over'])}
      >
        <div className={styles['side']}>
          <div className={styles['pick']}>
            <Button icon={Upload} onPress={() => picker.current?.click()}>
              {t('upload:addFiles')}
            </Button>
            {files.length === 0 && <p className={styles['hint']}>{t('galley:upload.bulk.drop')}</p>}
            {here.length > 1 && (
              <Button variant="quiet" onPress={() => setAsking('edit-all')}>
                {t('general:editAll')}
              </Button>
            )}
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              accept={config.mimeTypes.join(',')}
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
                  onShow={() => setShownKey(file.key)}
                  onRemove={() => void bulk.remove(file.key)}
                />
              ))}
            </ul>
          )}
        </div>
        {shown !== null && (
          <section className={styles['form']} aria-label={shown.name}>
            <DocumentProvider key={shown.key} document={shown.document.form}>
              <FormProvider form={shown.document.form.inLocale(locale)}>
                <DifferencesProvider>
                  <FileForm collection={collection} />
                </DifferencesProvider>
              </FormProvider>
            </DocumentProvider>
          </section>
        )}
      </div>
      {asking === 'leave' && (
        <ConfirmDialog
          danger
          title={t('general:leaveWithoutSaving')}
          body={t('general:changesNotSaved')}
          confirmLabel={t('general:leaveAnyway')}
          onConfirm={() => void bulk.discard().then(onClose)}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'edit-all' && (
        <EditManyDrawer
          collection={collection}
          of="files"
          count={here.length}
          locale={locale}
          busy={false}
          onSave={async ({ values }) => {
            bulk.apply(Object.fromEntries(values.map(({ path, value }) => [path, value])))
            setAsking(null)
            return true
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {children}
    </Drawer>
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

type FileRowProps = {
  file: BulkFile
  mode: 'save' | 'draft'
  /** True if a save refused it as it is. */
  isRefused: boolean
  isShown: boolean
  onShow: () => void
  onRemove: () => void
}

function FileRow({ file, mode, isRefused, isShown, onShow, onRemove }: FileRowProps) {
  const { t } = useT()
  const remove = t('galley:upload.bulk.remove', { name: file.name })
  return (
    <li className={cx(styles['file'], isShown && styles['shown'])}>
      <Picture file={file} />
      {file.state === 'here' ? (
        <button type="button" dir="ltr" aria-current={isShown} className={styles['name']} onClick={onShow}>
          {file.name}
        </button>
      ) : (
        <bdi dir="ltr" className={styles['name']}>
          {file.name}
        </bdi>
      )}
      {file.state === 'copying' ? (
        <FileProgress
          label={t('galley:upload.bulk.state.copying')}
          part={file.part}
          stopLabel={remove}
          onStop={onRemove}
        />
      ) : (
        <>
          {file.state !== 'queued' && <IconButton icon={X} size="row" label={remove} onPress={onRemove} />}
          <span className={styles['facts']}>
            <span className={styles['size']}>{formatFilesize(file.size)}</span>{' '}
            {file.state === 'here' ? (
              <StateHere file={file} mode={mode} isRefused={isRefused} />
            ) : (
              <State file={file} />
            )}
          </span>
        </>
      )}
    </li>
  )
}

/** The thumbnail of a file; a placeholder if it is not here. */
function Picture({ file }: { file: BulkFile }) {
  if (file.state === 'queued') return <PictureOfSaved file={file} />
  return file.state === 'here' ? <PictureHere file={file} /> : <Thumbnail of={null} size="item" />
}

/** The thumbnail of the form's present file, which may be replaced. */
function PictureHere({ file }: { file: FileHere }) {
  const { locale } = useContentLocale()
  const { form } = file.document
  const inLocale = form.inLocale(locale)
  const subscribe = useCallback(
    (listener: () => void) => inLocale.subscribeWithin(FILE_FIELD, listener),
    [inLocale],
  )
  const content = useSyncExternalStore(subscribe, () => inLocale.read(FILE_FIELD) ?? null)
  return <Thumbnail of={picturedHere(form.getRef(), content)} size="item" />
}

/** The thumbnail of the waiting file, and then that of the server. */
function PictureOfSaved({ file }: { file: Extract<BulkFile, { state: 'queued' }> }) {
  const { data: view } = useDocumentQuery(file.ref)
  const of =
    view != null && !view.isNew && view.ref.kind === 'collection'
      ? { ref: view.ref, data: view.base.data }
      : picturedHere(file.ref, file.content)
  return <Thumbnail of={of} size="item" />
}

function picturedHere(ref: DocRef, content: Json): Pictured | null {
  return ref.kind === 'collection' ? { ref, data: { [FILE_FIELD]: content } } : null
}

function State({ file }: { file: Exclude<BulkFile, { state: 'here' | 'copying' }> }) {
  if (file.state === 'queued') return <StateOfSaved document={file.ref} />
  return (
    <span role="status" className={styles['refused']}>
      <bdi>{file.problem}</bdi>
    </span>
  )
}

/** The state of a queued file until the server has stored or refused it. */
function StateOfSaved({ document }: { document: DocRef }) {
  const { t } = useT()
  const { data: view } = useDocumentQuery(document)
  const state = view ? documentState(view.entries, { ...view, hasDraft: view.draft !== null }) : null
  return (
    <span role="status" className={styles[state?.kind === 'failed' ? 'refused' : 'queued']}>
      {state === null || state.kind === 'waiting'
        ? t('galley:upload.bulk.state.queued')
        : syncWords(state, t).text}
    </span>
  )
}

/** The note if the document could be saved as it is; an error only after a save was tried. */
function StateHere({ file, mode, isRefused }: Pick<FileRowProps, 'mode' | 'isRefused'> & { file: FileHere }) {
  const { t } = useT()
  const isReady = useIsReady(file, mode)
  if (file.problem !== null)
    return (
      <span role="status" className={styles['refused']}>
        <bdi>{file.problem}</bdi>
      </span>
    )
  return (
    <span role="status" className={styles[isReady || !isRefused ? 'ready' : 'refused']}>
      {t(WORDS_HERE[isReady ? 'ready' : isRefused ? 'incomplete' : 'open'])}
    </span>
  )
}

const WORDS_HERE = {
  ready: 'galley:upload.bulk.state.ready',
  incomplete: 'galley:upload.bulk.state.incomplete',
  open: 'galley:upload.bulk.state.open',
}

function useIsReady({ document }: FileHere, mode: 'save' | 'draft'): boolean {
  const { locale } = useContentLocale()
  const { form } = document
  const inLocale = form.inLocale(locale)
  const isUnchecked = mode === 'draft' && form.entity.versions?.validatesDrafts !== true
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [inLocale.subscribeWithin('', listener), inLocale.inputs.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    [inLocale],
  )
  return useSyncExternalStore(subscribe, () =>
    isUnchecked ? form.unreadable(locale).length === 0 : inLocale.isValid(),
  )
}
