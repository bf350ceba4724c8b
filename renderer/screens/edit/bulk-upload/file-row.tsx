import { X } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { formatFilesize } from '../../../../shared/fields/file/file-facts.ts'
import { FILE_FIELD } from '../../../../shared/fields/file/pending-file.ts'
import type { Json } from '../../../../shared/json.ts'
import { documentState } from '../../../../shared/sync/queue.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { useDocumentQuery } from '../../../data/queries.ts'
import { FileProgress } from '../../../fields/file/file-progress.tsx'
import type { Pictured } from '../../../fields/thumbnail/picture-sources.ts'
import { Thumbnail } from '../../../fields/thumbnail/thumbnail.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { syncWords } from '../../../ui/sync-state/sync-words.ts'
import styles from './bulk-upload.module.css'
import type { BulkFile, FileHere } from './use-bulk-files.ts'

type FileRowProps = {
  file: BulkFile
  mode: 'save' | 'draft'
  /** True if the file was in the last save, and an invalid document stopped that. */
  isRefused: boolean
  isShown: boolean
  onShow: () => void
  onRemove: () => void
}

/** A file: its picture, name and state, and the button that removes it. */
export function FileRow({ file, mode, isRefused, isShown, onShow, onRemove }: FileRowProps) {
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

/** The state of a queued file, also after the server has stored or refused it. */
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

/** The state of a file that is not queued. An incomplete one is an error only after a save was tried. */
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
