import { useCallback, useEffect, useState } from 'react'
import type { FileField } from '../../../shared/cms/schema-model.ts'
import { checkFile, isCroppable } from '../../../shared/fields/file/check-file.ts'
import {
  FILE_FIELD,
  FOCAL_COLUMNS,
  readPendingFile,
  type CropArea,
  type PendingFile,
} from '../../../shared/fields/file/pending-file.ts'
import { cuttable, serverFileOf } from '../../../shared/fields/file/server-file.ts'
import { sameJson, type Json } from '../../../shared/json.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { mediaAddress, pictureSize, copyPendingFile, pendingFile } from '../../data/copy-file.ts'
import { useDocument, useFieldSnapshot, useForm } from '../../form/form-context.tsx'
import type { DocumentForm } from '../../form/document-form.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { uprightPhoto } from './upright-photo.ts'

/** Facts of a file, on the server or not. */
export type ShownFile = {
  name: string
  mimeType: string
  size: number | null
  width: number | null
  height: number | null
}

export type Copying = { name: string; part: number; stop: () => void }

export type FileControl = {
  pending: PendingFile | null
  /** Null: the document has no file yet. */
  shown: ShownFile | null
  focal: { x: number; y: number }
  copying: Copying | null
  /** Error of the last try to add or crop a file. */
  problem: string | null
  take: (file: File) => void
  /** Has the server fetch a file; resolves to false if none came. */
  fetchFrom: (address: string) => Promise<boolean>
  /** Stops what is being copied or fetched. */
  stop: () => void
  rename: (name: string) => void
  /** Drops the new file, and restores the server's file or none. */
  giveUp: () => void
  edit: (edits: { crop: CropArea | null; focal: { x: number; y: number } }) => void
  canEdit: boolean
}

const CENTRE = 50

/** Returns the file of the form's document and its actions, each one undo step. */
export function useFile(field: FileField): FileControl {
  const { t } = useT()
  const form = useForm()
  const document = useDocument()
  const { pending, shown, focal } = useShownFile()
  const [copying, setCopying] = useState<Copying | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const work = useFileWork(document)
  const { copy, fetchFrom } = takingFile({ upload: field.upload, document, put, setCopying, setProblem, t })

  /** The base's columns. */
  const base = () => document.getDocument().view.base.data

  function set(values: Readonly<Record<string, Json>>): void {
    form.setFields(values)
    // Written at once: the file is on disk, and the reference to it should be, too (SY1).
    form.blur()
  }

  function put(next: PendingFile): void {
    set({
      [FILE_FIELD]: next,
      // The old picture's focal point means nothing in the new one.
      ...((focal.x !== CENTRE || focal.y !== CENTRE) && { focalX: CENTRE, focalY: CENTRE }),
    })
    announce(t('galley:upload.here', { name: next.name }))
  }

  return {
    pending,
    shown,
    focal,
    copying,
    problem,
    take: (file) => void work.run((control) => copy(file, control)),
    fetchFrom: (address) => work.run((control) => fetchFrom(address, control)),
    stop: work.stop,
    rename: (name) => {
      if (pending) form.setFields({ [FILE_FIELD]: { ...pending, name } }, { typing: true })
    },
    giveUp: () => {
      const was = base()
      const focus = [...FOCAL_COLUMNS].map((name) => [name, was[name] ?? null])
      set({ [FILE_FIELD]: serverFileOf(was), ...Object.fromEntries(focus) })
    },
    edit: (edits) =>
      void work.run((control) =>
        editFile(edits, control, {
          pending,
          document,
          read: () => form.read(FILE_FIELD),
          set,
          setCopying,
          setProblem,
          t,
        }),
      ),
    canEdit:
      shown !== null &&
      (field.upload.crop || field.upload.focalPoint) &&
      isCroppable(shown.mimeType) &&
      shown.width !== null,
  }
}

/** Reads the file from the form: the one that is not on the server yet, else the server's. */
function useShownFile(): Pick<FileControl, 'pending' | 'shown' | 'focal'> {
  const pending = readPendingFile(useFieldSnapshot(FILE_FIELD).value)
  const filename = text(useFieldSnapshot('filename').value)
  const mimeType = text(useFieldSnapshot('mimeType').value)
  const filesize = number(useFieldSnapshot('filesize').value)
  const width = number(useFieldSnapshot('width').value)
  const height = number(useFieldSnapshot('height').value)
  const focal = {
    x: number(useFieldSnapshot('focalX').value) ?? CENTRE,
    y: number(useFieldSnapshot('focalY').value) ?? CENTRE,
  }
  const shown: ShownFile | null = pending
    ? { ...pending }
    : filename === ''
      ? null
      : { name: filename, mimeType, size: filesize, width, height }
  return { pending, shown, focal }
}

type FileProgress = {
  setCopying: (copying: Copying | null) => void
  setProblem: (problem: string | null) => void
}

/**
 * Returns a function that runs work which brings a file, and makes saves wait for it. The work is over, and brings
 * nothing, when it is stopped or the component goes.
 */
function useFileWork(document: DocumentForm) {
  const [running] = useState(() => new Set<AbortController>())
  const stop = useCallback(() => {
    for (const control of running) control.abort()
  }, [running])
  useEffect(() => stop, [stop])

  function run(work: (control: AbortController) => Promise<boolean>): Promise<boolean> {
    const control = new AbortController()
    running.add(control)
    const stopped = new Promise<false>((resolve) => {
      control.signal.addEventListener('abort', () => resolve(false))
    })
    const done = Promise.race([work(control), stopped]).finally(() => running.delete(control))
    document.holdSaves(done)
    return done
  }
  return { run, stop }
}

/** Returns the ways to take a file: from this computer, and from an address. Both resolve to true if it was put. */
function takingFile({
  upload,
  document,
  put,
  setCopying,
  setProblem,
  t,
}: FileProgress & {
  upload: FileField['upload']
  document: DocumentForm
  put: (file: PendingFile) => void
  t: UseT['t']
}) {
  function refuses(file: { mimeType: string; size: number }): boolean {
    const refusal = checkFile(upload, file)
    setProblem(refusal === null ? null : t(refusal.key, refusal.vars ?? {}))
    return refusal !== null
  }

  async function copy(file: File, control: AbortController): Promise<boolean> {
    if (refuses({ mimeType: file.type, size: file.size })) return false
    const tell = (copied: number): void =>
      setCopying({
        name: file.name,
        part: file.size === 0 ? 1 : copied / file.size,
        stop: () => control.abort(),
      })
    tell(0)
    try {
      put(await copyPendingFile(file, { onProgress: tell, signal: control.signal }))
      return true
    } catch (error) {
      if (!control.signal.aborted)
        setProblem(t('galley:upload.notCopied', { name: file.name, reason: callReason(error, t) }))
      return false
    } finally {
      setCopying(null)
    }
  }

  async function fetchFrom(url: string, { signal }: AbortController): Promise<boolean> {
    const { ref, isNew } = document.getDocument().view
    const id = ref.kind === 'collection' && !isNew ? ref.id : null
    const answer = await galley.call('files.fetch', { slug: ref.slug, id, url }).catch(() => null)
    if (signal.aborted) return false
    if (answer?.outcome !== 'fetched') {
      const said = answer?.outcome === 'failed' ? answer.message : ''
      const reason = answer?.outcome === 'failed' || answer === null ? said : t('galley:upload.needsServer')
      setProblem(t('galley:upload.notFetched', { reason: reason || t('error:unknown') }))
      return false
    }
    const { id: file, name, mimeType: type, size } = answer
    if (refuses({ mimeType: type, size })) return false
    const fetched = await pendingFile(file, { name, mimeType: type, size })
    if (signal.aborted) return false
    put(fetched)
    return true
  }

  return { copy, fetchFrom }
}

/**
 * Sets crop and focal point, of a new file if the picture has to be made upright first. Resolves to false if that was
 * stopped or failed.
 */
async function editFile(
  { crop, focal: point }: Parameters<FileControl['edit']>[0],
  control: AbortController,
  {
    pending,
    document,
    read,
    set,
    setCopying,
    setProblem,
    t,
  }: FileProgress & {
    pending: PendingFile | null
    document: DocumentForm
    /** Reads the file field. */
    read: () => Json
    set: (values: Readonly<Record<string, Json>>) => void
    t: UseT['t']
  },
): Promise<boolean> {
  const was = document.getDocument().view.base.data
  const now = pending ?? cuttable(serverFileOf(was))
  const before = read()
  control.signal.addEventListener('abort', () => setCopying(null))
  try {
    if (crop !== null) setCopying({ name: now.name, part: 0, stop: () => control.abort() })
    const source = crop === null ? now : await uprightSource(now, document, t)
    if (control.signal.aborted) return false
    // Another file was chosen meanwhile, or this one was removed.
    if (!sameJson(read(), before)) return true
    const isLeft = crop === null && source.id === null
    setProblem(null)
    set({
      [FILE_FIELD]: isLeft ? serverFileOf(was) : { ...source, crop },
      focalX: point.x,
      focalY: point.y,
    })
    return true
  } catch (error) {
    if (!control.signal.aborted)
      setProblem(t('galley:upload.notTurned', { name: now.name, reason: callReason(error, t) }))
    return false
  } finally {
    setCopying(null)
  }
}

/** Returns the source of a crop: a photo stored rotated becomes a new upright file, even if the server has it. */
async function uprightSource(file: PendingFile, document: DocumentForm, t: UseT['t']): Promise<PendingFile> {
  if (file.id !== null) return uprightPhoto({ ...file, id: file.id })
  const { ref, base: known } = document.getDocument().view
  if (ref.kind !== 'collection' || file.mimeType !== 'image/jpeg') return file
  const { slug, id } = ref
  const answer = await galley.call('files.copy', { slug, id })
  if (answer.outcome === 'fetched') {
    const upright = await uprightPhoto({ ...file, id: answer.id, size: answer.size })
    return upright.id === answer.id ? file : upright
  }
  // The server counts pixels as stored, and a window as shown, so a quarter turn is visible without the file.
  const pixels = await pictureSize(mediaAddress(slug, id, null, known.updatedAt ?? ''))
  if (pixels !== null && pixels.width !== file.width) throw new Error(t('galley:upload.needsServer'))
  return file
}

function text(value: Json): string {
  return typeof value === 'string' ? value : ''
}

function number(value: Json): number | null {
  return typeof value === 'number' ? value : null
}
