import { Upload, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { dataField, isRows } from '../../../../shared/cms/fields.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { isOffScreen } from '../../../../shared/document/resolve-field.ts'
import { formatFilesize } from '../../../../shared/fields/file/file-size.ts'
import { FILE_FIELD, type PendingFile } from '../../../../shared/fields/file/pending-file.ts'
import type { UploadConfig } from '../../../../shared/fields/file/upload-config.ts'
import type { WriteMode } from '../../../../shared/sync/entry.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason } from '../../../data/call-reason.ts'
import { useContentLocale } from '../../../data/content-locale.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { countsAsError } from '../../../fields/counts-as-error.ts'
import { useFieldModules } from '../../../fields/field-modules-context.ts'
import { FieldList } from '../../../fields/field-list.tsx'
import { FieldScopeProvider } from '../../../fields/field-scope.tsx'
import { FileProgress } from '../../../fields/file/file-progress.tsx'
import { createFormState } from '../../../form/form-state.ts'
import { FormProvider } from '../../../form/form-context.tsx'
import { useHeldForm } from '../../../form/use-held-form.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import styles from './bulk-upload.module.css'
import { useBulkFiles, type BulkFile } from './use-bulk-files.ts'

type BulkUploadProps = { collection: Collection; config: UploadConfig; onClose: () => void }

/** Several files at once: a document for each, with what is typed for all of them; queued, online or not. */
export function BulkUpload({ collection, config, onClose }: BulkUploadProps) {
  const { t } = useT()
  const types = useFieldTypes()
  const modules = useFieldModules()
  const { locale } = useContentLocale()
  const { files, add, remove, queued, refuse } = useBulkFiles(config)
  const [isSaving, setSaving] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const form = useMemo(() => {
    const fields = collection.fields.filter((field) => isCommon(collection, field))
    const data = initialData(types, fields, locale)
    return createFormState({ fields, types, locale, data, counts: countsAsError(modules) })
  }, [collection, types, modules, locale])
  const scope = useFieldScopeOf(collection, true, form.data)
  const endForm = useHeldForm(`bulk-upload ${collection.slug}`, form)
  const close = (): void => {
    endForm()
    onClose()
  }
  const ready = files.flatMap((one) => (isReady(one) ? [one] : []))
  const isCopying = files.some(({ state }) => state === 'copying')
  const reason = isCopying
    ? t('galley:upload.bulk.copying')
    : ready.length === 0
      ? t('galley:upload.bulk.none')
      : null

  async function save(): Promise<void> {
    const [wrong] = form.validate()
    if (wrong !== undefined) return form.show(wrong)
    setSaving(true)
    let isAll = true
    const common = form.changes()
    const mode: WriteMode = collection.versions?.drafts ? 'draft' : 'save'
    for (const one of ready) {
      try {
        const own = { kind: 'set' as const, locale: null, path: FILE_FIELD, from: null, to: one.file }
        const commit = { locale, changes: [own, ...common], mode }
        await galley.call('documents.create', { slug: collection.slug, commit })
        queued(one.key)
      } catch (error) {
        refuse(one.key, callReason(error, t))
        isAll = false
      }
    }
    // It is in the outbox now, once for each file.
    if (isAll) endForm()
    setSaving(false)
  }

  return (
    <Dialog
      title={t('upload:bulkUpload')}
      size="wide"
      persistent
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('general:close')}</Button>
          <Button
            variant="primary"
            disabledReason={reason}
            busyLabel={isSaving ? t('galley:upload.bulk.saving') : null}
            onPress={() => void save()}
          >
            {t('galley:upload.bulk.save', { count: ready.length })}
          </Button>
        </>
      }
    >
      <div className={styles['pick']}>
        <Button icon={Upload} onPress={() => picker.current?.click()}>
          {t('upload:addFiles')}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={config.mimeTypes.join(',')}
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles['files']} aria-label={t('upload:filesToUpload')}>
          {files.map((file) => (
            <FileRow key={file.key} file={file} onRemove={() => remove(file.key)} />
          ))}
        </ul>
      )}
      {form.fields.length > 0 && (
        <section aria-label={t('galley:upload.bulk.common')} className={styles['common']}>
          <h3>{t('galley:upload.bulk.common')}</h3>
          <FieldScopeProvider scope={scope}>
            <FormProvider form={form}>
              <FieldList fields={form.fields} path="" />
            </FormProvider>
          </FieldScopeProvider>
        </section>
      )}
    </Dialog>
  )
}

/** Copied here, and not queued yet; one that was refused then can be tried again. */
function isReady(one: BulkFile): one is BulkFile & { file: PendingFile } {
  return (one.state === 'ready' || one.state === 'refused') && one.file !== null
}

/** What can be the same in several documents: rows have ids of their own, and the file is each one's own. */
function isCommon(collection: Collection, field: Collection['fields'][number]): boolean {
  if (!('name' in field) || field.name === null || field.name === FILE_FIELD) return false
  const node = dataField(collection.fields, field.name)
  return node !== null && node.type !== 'nested' && !isRows(node) && !isOffScreen(field) && !field.readOnly
}

function FileRow({ file, onRemove }: { file: BulkFile; onRemove: () => void }) {
  const { t } = useT()
  return (
    <li className={styles['file']}>
      <bdi dir="ltr" className={styles['name']}>
        {file.name}
      </bdi>
      <span className={styles['size']}>{formatFilesize(file.size)}</span>
      <span role="status" className={styles[file.state]}>
        {file.state === 'refused' ? (
          <bdi>{file.reason}</bdi>
        ) : (
          file.state !== 'copying' && t(`galley:upload.bulk.state.${file.state}`)
        )}
      </span>
      {file.state === 'copying' ? (
        <FileProgress
          label={t('galley:upload.bulk.state.copying')}
          part={file.part}
          stopLabel={t('galley:upload.bulk.remove', { name: file.name })}
          onStop={onRemove}
        />
      ) : (
        file.state !== 'queued' && (
          <IconButton
            icon={X}
            size="row"
            label={t('galley:upload.bulk.remove', { name: file.name })}
            onPress={onRemove}
          />
        )
      )}
    </li>
  )
}
