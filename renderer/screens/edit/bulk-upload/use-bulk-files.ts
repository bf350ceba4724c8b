import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { refId, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { hasServerRules } from '../../../../shared/cms/entity-rules.ts'
import { checkFile } from '../../../../shared/fields/file/check-file.ts'
import { FILE_FIELD, readPendingFile } from '../../../../shared/fields/file/pending-file.ts'
import type { UploadConfig } from '../../../../shared/fields/file/upload-config.ts'
import type { Json } from '../../../../shared/json.ts'
import type { CommitMode } from '../../../../shared/sync/entry.ts'
import { galley } from '../../../data/bridge.ts'
import type { BulkOptions } from '../../../data/document-drawers-context.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { copyPendingFile } from '../../../data/copy-file.ts'
import { useSchema } from '../../../data/schema-context.tsx'
import type { DocumentForm } from '../../../form/document-form.ts'
import type { DocumentSession } from '../../../form/document-session.ts'
import type { HeldJournal } from '../../../form/held-form.ts'
import { useOpenDocuments } from '../../../form/open-documents-context.ts'
import { useT } from '../../../i18n/use-t.ts'

/** A new document for one of the files. It stays open until `release` is called. */
export type BulkDocument = { session: DocumentSession; form: DocumentForm; release: () => void }

/** One of several files: being copied to this computer, in a new document, queued, or refused. */
export type BulkFile = { key: string; name: string; size: number } & (
  | { state: 'copying'; part: number }
  /** `problem`: why it could not be queued. */
  | { state: 'here'; document: BulkDocument; problem: string | null }
  /** `content`: the file as its document had it. */
  | { state: 'queued'; ref: DocRef; content: Json }
  | { state: 'refused'; problem: string }
)
export type FileHere = Extract<BulkFile, { state: 'here' }>

export type BulkFiles = {
  files: readonly BulkFile[]
  mode: Extract<CommitMode, 'save' | 'draft'>
  /** True if there are more files than `room`, as after files of the last session were restored. */
  isOverRoom: boolean
  add: (added: Iterable<File>) => void
  remove: (key: string) => Promise<void>
  /** Queues all documents if all are valid. `wrong`: the first invalid one; `isAll`: every file is queued. */
  save: () => Promise<{ wrong: FileHere | null; isAll: boolean }>
  /** Sets these values in all documents that are not queued. */
  apply: (values: Readonly<Record<string, Json>>) => void
  /** Ends the copies and discards all documents that are not queued. */
  discard: () => Promise<void>
}

/** Ids of the documents. A document that was sent meanwhile has its server id, which may be a number. */
const heldFiles = v.object({ documents: v.array(v.union([v.string(), v.number()])) })

/**
 * Copies files one after another, each into a new document. Like all drafts, these documents are on disk, and
 * so is the list of them, so that they come back together (SY1).
 */
export function useBulkFiles(
  collection: Collection,
  config: UploadConfig,
  { files: first = [], initial = {}, onMade, room = Infinity, place = '', filter = null }: BulkOptions,
): BulkFiles {
  const { t } = useT()
  const { slug } = collection
  const { locale } = useContentLocale()
  const open = useOpenFile(collection)
  const mode = collection.versions?.drafts ? 'draft' : 'save'
  const list = useFilesOf()
  const { files, here, become, put } = list
  const { add, remove, restart, stop } = useIntake({ slug, config, initial, room, filter, open, list })
  useHeldFiles({ slug, place, list, open, restart, onBegin: () => add(first) })

  return {
    files,
    mode,
    isOverRoom: files.filter(({ state }) => state !== 'refused').length > room,
    add,
    remove,
    async save() {
      const wrong = here().filter(({ document }) => !document.session.check(mode, locale).saved)
      const [firstWrong] = wrong
      if (firstWrong !== undefined) return { wrong: firstWrong, isAll: false }
      for (const file of here()) {
        const { key, name, size, document } = file
        try {
          const { saved } = await document.session.save(mode, locale)
          // An edit made while others were saved has left this document invalid.
          if (!saved) return { wrong: file, isAll: false }
          const ref = document.form.getRef()
          const before = document.form.inLocale(locale).read(FILE_FIELD) ?? null
          onMade?.(ref)
          document.release()
          put({ key, name, size, state: 'queued', ref, content: before })
        } catch (error) {
          put({ ...file, problem: callReason(error, t) })
        }
      }
      return { wrong: null, isAll: list.now().every(({ state }) => state === 'queued') }
    },
    apply(values) {
      for (const { document } of here()) {
        const form = document.form.inLocale(locale)
        form.setFields(values)
        form.blur()
      }
    },
    async discard() {
      stop()
      const all = here()
      become((before) => before.filter(({ state }) => state !== 'here'))
      await Promise.all(all.map(({ document }) => giveUp(document)))
    },
  }
}

type FilesNow = {
  files: readonly BulkFile[]
  /** Returns the latest files, also between two renders. */
  now: () => readonly BulkFile[]
  here: () => FileHere[]
  become: (to: (before: readonly BulkFile[]) => readonly BulkFile[]) => void
  put: (file: BulkFile) => void
  /** Tells this journal of each change from now on. */
  keepIn: (journal: HeldJournal) => void
}

/** Keeps the files of the drawer. */
function useFilesOf(): FilesNow {
  const [files, setFiles] = useState<readonly BulkFile[]>([])
  const latest = useRef(files)
  const holder = useRef<HeldJournal | null>(null)
  const become: FilesNow['become'] = (to) => {
    latest.current = to(latest.current)
    setFiles(latest.current)
    holder.current?.changed()
  }
  return {
    files,
    now: () => latest.current,
    here: () => latest.current.filter((one) => one.state === 'here'),
    become,
    put: (file) => become((before) => before.map((one) => (one.key === file.key ? file : one))),
    keepIn(journal) {
      holder.current = journal
    },
  }
}

type OpenFile = (ref: DocRef) => Promise<BulkDocument | null>

/** Returns a function that opens the document of a file; null if it is queued or not new any more. */
function useOpenFile(collection: Collection): OpenFile {
  const { locale } = useContentLocale()
  const documents = useOpenDocuments()
  const asksServer = hasServerRules(useSchema(), collection.slug)
  // Without autosave, so that nothing is sent before the person saves all files.
  const entity = useMemo(
    () =>
      collection.versions === null
        ? collection
        : { ...collection, versions: { ...collection.versions, autosaveInterval: null } },
    [collection],
  )
  return async (ref) => {
    const session = documents.open(ref, entity, { defaultLocale: locale, asksServer })
    const release = documents.retain(session) ?? (() => undefined)
    await new Promise<void>((resolve) => {
      const settle = () => {
        if (session.getSnapshot().status === 'loading') return
        stop()
        resolve()
      }
      const stop = session.subscribe(settle)
      settle()
    })
    const { form } = session.getSnapshot()
    const view = form?.getDocument().view
    if (form !== null && view?.isNew === true && view.entries.length === 0) return { session, form, release }
    release()
    return null
  }
}

type IntakeOptions = Required<Pick<BulkOptions, 'initial' | 'room' | 'filter'>> & {
  slug: string
  config: UploadConfig
  open: OpenFile
  list: FilesNow
}

type Intake = Pick<BulkFiles, 'add' | 'remove'> & {
  /** Returns the controller that ends the copies of files added from now on. */
  restart: () => AbortController
  /** Ends the copies of all files. */
  stop: () => void
}

/** Copies files one after another, each into a new document, and removes them. */
function useIntake(options: IntakeOptions): Intake {
  const { slug, config, initial, room, filter, open, list } = options
  const { now, become, put } = list
  const { t } = useT()
  const { locale } = useContentLocale()
  const last = useRef<Promise<void>>(Promise.resolve())
  const control = useRef(new AbortController())
  const given = useRef(new Map<string, AbortController>())
  const taken = (): number => now().filter(({ state }) => state !== 'refused').length

  async function copy(key: string, file: File, signal: AbortSignal): Promise<void> {
    const known = { key, name: file.name, size: file.size }
    try {
      signal.throwIfAborted()
      const onProgress = (copied: number) => put({ ...known, state: 'copying', part: copied / file.size })
      const pending = await copyPendingFile(file, { signal, onProgress })
      const { ref } = await galley.call('documents.create', { slug })
      const document = await open(ref)
      if (document === null) throw new Error(t('error:unknown'))
      const form = document.form.inLocale(locale)
      form.setFields({ ...initial, [FILE_FIELD]: pending })
      form.blur()
      if (signal.aborted) return await giveUp(document)
      put({ ...known, state: 'here', document, problem: null })
    } catch (error) {
      if (!signal.aborted) put({ ...known, state: 'refused', problem: callReason(error, t) })
    }
  }

  return {
    add(added) {
      for (const file of added) {
        const known = { key: crypto.randomUUID(), name: file.name, size: file.size }
        const refusal =
          taken() < room
            ? checkFile(config, { mimeType: file.type, size: file.size }, filter)
            : { key: 'galley:upload.bulk.room', vars: { count: room } }
        if (refusal !== null) {
          const problem = t(refusal.key, refusal.vars ?? {})
          become((before) => [...before, { ...known, state: 'refused', problem }])
          continue
        }
        const own = new AbortController()
        given.current.set(known.key, own)
        become((before) => [...before, { ...known, state: 'copying', part: 0 }])
        const signal = AbortSignal.any([own.signal, control.current.signal])
        last.current = last.current.then(() => copy(known.key, file, signal))
      }
    },
    async remove(key) {
      given.current.get(key)?.abort()
      const file = now().find((one) => one.key === key)
      become((before) => before.filter((one) => one.key !== key))
      if (file?.state === 'here') await giveUp(file.document)
    },
    restart() {
      control.current = new AbortController()
      return control.current
    },
    stop: () => control.current.abort(),
  }
}

type HeldOptions = {
  slug: string
  place: string
  list: FilesNow
  open: OpenFile
  restart: Intake['restart']
  /** Called once the files of the last session are restored. */
  onBegin: () => void
}

/** Stores the ids of the drawer's documents on disk, and opens these documents again (SY1). */
function useHeldFiles({ slug, place, list, open, restart, onBegin }: HeldOptions): void {
  const { here, become } = list
  const { locale } = useContentLocale()
  const documents = useOpenDocuments()
  const content = useEffectEvent((): Json | null => {
    const ids = here().map(({ document }) => refId(document.form.getRef()))
    return ids.length === 0 ? null : { documents: ids }
  })
  const comeBack = useEffectEvent(async (kept: Json | null): Promise<void> => {
    const parsed = v.safeParse(heldFiles, kept)
    for (const id of parsed.success ? parsed.output.documents : []) {
      const document = await open({ kind: 'collection', slug, id: String(id) })
      if (document === null) continue
      const file = readPendingFile(document.form.inLocale(locale).read(FILE_FIELD))
      const known = { key: String(id), name: file?.name ?? '', size: file?.size ?? 0 }
      become((before) => [...before, { ...known, state: 'here', document, problem: null }])
    }
  })
  const start = useEffectEvent((journal: HeldJournal): AbortController => {
    list.keepIn(journal)
    return restart()
  })
  const begin = useEffectEvent(onBegin)
  const letGo = useEffectEvent(() => here().forEach(({ document }) => document.release()))
  useEffect(() => {
    const { journal, before } = documents.holdForm(`bulk-upload ${slug} ${place}`.trim(), () => content())
    const all = start(journal)
    // Restored files come first; new ones get the room that is left.
    before
      .then(comeBack)
      .catch(console.error)
      .finally(() => {
        if (!all.signal.aborted) begin()
      })
    return () => {
      all.abort()
      letGo()
      void journal.leave()
    }
  }, [documents, slug, place])
}

async function giveUp({ session, release }: BulkDocument): Promise<void> {
  await session.discard()
  release()
}
