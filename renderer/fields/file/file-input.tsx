import { Crop, FileUp, Link, RotateCcw, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { FileField } from '../../../shared/cms/schema-model.ts'
import { bestFit, PREVIEW } from '../../../shared/fields/file/best-fit.ts'
import { formatFilesize } from '../../../shared/fields/file/file-facts.ts'
import { fileOfEntry } from '../../../shared/sync/file-request.ts'
import { galley } from '../../data/bridge.ts'
import { useCopyText } from '../../data/use-copy-text.ts'
import { mediaAddress, waitingAddress } from '../../data/copy-file.ts'
import { useProgress, FileProgress } from './file-progress.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { describedBy, FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Note } from '../../ui/note/note.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { FieldInputProps } from '../field-module.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import { EditImage } from './edit-image.tsx'
import { FetchFile } from './fetch-file.tsx'
import styles from './file-input.module.css'
import { FilePicture } from './file-picture.tsx'
import { FileSizes, useFileAddress } from './file-sizes.tsx'
import { useDroppedFiles, usePastedFiles } from './use-brought-files.ts'
import { useFile, type FileControl } from './use-file.ts'

/** The file of an upload document: its drop zone and its facts. */
export function FileInput({ field, path }: FieldInputProps<FileField>) {
  const { t } = useT()
  const { frame, id, readOnly } = useFieldFrame(field, path)
  const file = useFile(field)
  const picker = useRef<HTMLInputElement>(null)
  const [isFetching, setFetching] = useState(false)
  const takeFirst = ([first]: readonly File[]): void => {
    if (first) file.take(first)
  }
  const take = readOnly || file.copying !== null ? null : takeFirst
  const whyNotNow = file.copying === null ? null : t('galley:upload.copying', { name: file.copying.name })
  usePastedFiles(document, take)
  const error = file.problem ?? frame.error ?? null
  const isRequired = field.required && file.shown === null
  const box = useRef<HTMLDivElement>(null)
  const isOver = useDroppedFiles(box, take)
  const tools = readOnly ? null : (
    <div className={styles['tools']}>
      <Button icon={FileUp} disabledReason={whyNotNow} onPress={() => picker.current?.click()} id={id}>
        {t(file.shown ? 'galley:upload.replace' : 'upload:selectFile')}
      </Button>
      {field.upload.pasteURL && (
        <Button variant="quiet" icon={Link} disabledReason={whyNotNow} onPress={() => setFetching(true)}>
          {t('upload:pasteURL')}
        </Button>
      )}
      {file.shown !== null && <FileTools field={field} file={file} />}
    </div>
  )
  return (
    <FieldFrame {...frame} label={t('upload:fileToUpload')} group error={error} required={isRequired}>
      <div
        ref={box}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(id, { ...frame, error, required: isRequired }, 'group')}
        className={cx(styles['box'], file.shown === null && styles['empty'], isOver && styles['over'])}
      >
        <input
          ref={picker}
          type="file"
          hidden
          accept={field.upload.mimeTypes.join(',')}
          onChange={(event) => {
            const [first] = event.target.files ?? []
            // The input is cleared after that, so that the same file can be picked again.
            if (first) take?.([first])
            event.target.value = ''
          }}
        />
        {file.shown === null ? (
          <>
            {tools}
            {!readOnly && <p className={styles['hint']}>{t('upload:dragAndDropHere')}</p>}
          </>
        ) : (
          <ShownPart file={file} readOnly={readOnly}>
            {tools}
          </ShownPart>
        )}
        {file.copying !== null && (
          <FileProgress
            label={t('galley:upload.copying', { name: file.copying.name })}
            part={file.copying.part}
            stopLabel={t('general:cancel')}
            onStop={file.copying.stop}
          />
        )}
        <SendingPart />
        {file.pending === null && file.shown !== null && <FileSizes />}
      </div>
      {isFetching && <FetchFile file={file} onClose={() => setFetching(false)} />}
    </FieldFrame>
  )
}

function ShownPart({
  file,
  readOnly,
  children,
}: {
  file: FileControl
  readOnly: boolean
  children: ReactNode
}) {
  const { t, formatNumber } = useT()
  const nameId = useId()
  const { shown, pending } = file
  const address = useAddress(file)
  if (shown === null) return null
  const facts = [
    shown.width !== null && shown.height !== null
      ? `${formatNumber(shown.width)} × ${formatNumber(shown.height)}`
      : null,
    shown.size === null ? null : formatFilesize(shown.size),
    shown.mimeType === '' ? null : shown.mimeType,
  ].filter((fact) => fact !== null)
  return (
    <div className={styles['shown']}>
      <FilePicture
        address={address}
        name={shown.name}
        mimeType={shown.mimeType}
        crop={pending?.crop ?? null}
      />
      <div className={styles['about']}>
        {pending !== null && pending.id !== null && !readOnly ? (
          <>
            <label htmlFor={nameId} className={styles['name-label']}>
              {t('upload:fileName')}
            </label>
            <TextInput
              id={nameId}
              value={pending.name}
              onChange={file.rename}
              invalid={pending.name.trim() === ''}
              dir="ltr"
            />
          </>
        ) : (
          <p className={styles['name']}>
            <bdi dir="ltr">{shown.name}</bdi>
          </p>
        )}
        <p className={styles['facts']}>
          {facts.map((fact) => (
            <bdi key={fact} {...(fact.includes(' × ') && { dir: 'ltr' })}>
              {fact}
            </bdi>
          ))}
        </p>
        {pending !== null && <p className={styles['facts']}>{t('galley:upload.waits')}</p>}
        {children}
        {pending === null && <CopyAddress />}
      </div>
    </div>
  )
}

/** The button that copies the file's address, also for read-only users. */
function CopyAddress() {
  const { t } = useT()
  const copy = useCopyText()
  const address = useFileAddress()(useDocumentState(({ view }) => view.base.data['url']))
  if (address === null) return null
  return (
    <Button variant="quiet" icon={Link} onPress={() => void copy(address, t('galley:upload.addressCopied'))}>
      {t('galley:upload.copyAddress')}
    </Button>
  )
}

/** The buttons for an existing file. */
function FileTools({ field, file }: { field: FileField; file: FileControl }) {
  const { t } = useT()
  const [isEditing, setEditing] = useState(false)
  const hasOld = useDocumentState(({ view }) => typeof view.base.data['filename'] === 'string')
  const address = useAddress(file, true)
  return (
    <>
      {file.canEdit && (
        <Button variant="quiet" icon={Crop} onPress={() => setEditing(true)}>
          {t('upload:editImage')}
        </Button>
      )}
      {file.pending !== null && (
        <Button variant="quiet" icon={hasOld ? RotateCcw : Trash2} onPress={file.giveUp}>
          {t(hasOld ? 'galley:upload.keepOld' : 'general:remove')}
        </Button>
      )}
      {isEditing && address !== null && file.shown !== null && (
        <EditImage
          address={address}
          config={field.upload}
          width={file.shown.width ?? 1}
          height={file.shown.height ?? 1}
          crop={file.pending?.crop ?? null}
          focal={file.focal}
          onClose={() => setEditing(false)}
          onApply={(edits) => {
            file.edit(edits)
            setEditing(false)
          }}
        />
      )}
    </>
  )
}

/** Returns the picture's address; `whole`: not one of its smaller sizes. Null: it has none yet. */
function useAddress({ pending, shown }: FileControl, whole = false): string | null {
  const document = useDocument()
  const ref = useDocumentState(({ view }) => view.ref)
  const isNew = useDocumentState(({ view }) => view.isNew)
  if (pending !== null && pending.id !== null) return waitingAddress(pending.id)
  if (isNew || shown === null) return null
  const { updatedAt, data } = document.getDocument().view.base
  return mediaAddress(ref.slug, refId(ref), whole ? null : bestFit(data, PREVIEW), updatedAt ?? '')
}

/** The progress of a transfer, with a stop button. */
function SendingPart() {
  const { t } = useT()
  const entries = useDocumentState(({ view }) => view.entries)
  // The site's storage may receive the file before the request that refers to it is sent.
  const entry = entries.find((one) => one.state !== 'parked' && fileOfEntry(one)?.id)
  const part = useProgress(entry?.key ?? null)
  const [isLate, setLate] = useState(false)
  if (!entry || part === null) return null
  return (
    <>
      <FileProgress
        label={t('galley:upload.sending')}
        part={part}
        stopLabel={t('galley:upload.stop')}
        onStop={() =>
          void galley.call('outbox.stop', { key: entry.key }).then(({ stopped }) => setLate(!stopped))
        }
      />
      {isLate && <Note role="status">{t('galley:upload.tooLate')}</Note>}
    </>
  )
}
