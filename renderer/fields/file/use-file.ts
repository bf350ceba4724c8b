import { useEffect, useRef, useState } from 'react'
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
  fetchFrom: (address: string) => Promise<boolean>
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
  const { copy, fetchFrom } = useTakeFile({ upload: field.upload, put, setCopying, setProblem })

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
    take: (file) => document.holdSaves(copy(file)),
    fetchFrom(address) {
      const fetched = fetchFrom(address)
      document.holdSaves(fetched)
      return fetched
    },
    rename: (name) => {
      if (pending) form.setFields({ [FILE_FIELD]: { ...pending, name } }, { typing: true })
    },
    giveUp: () => {
      const was = base()
      const focus = [...FOCAL_COLUMNS].map((name) => [name, was[name] ?? null])
      set({ [FILE_FIELD]: serverFileOf(was), ...Object.fromEntries(focus) })
    },
    edit: (edits) =>
      document.holdSaves(
        editFile(edits, {
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

/** Takes files from this computer and from addresses. A copy is stopped when the component goes. */
function useTakeFile({
  upload,
  put,
  setCopying,
  setProblem,
}: FileProgress & { upload: FileField['upload']; put: (file: PendingFile) => void }) {
  const { t } = useT()
  const document = useDocument()
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])

  function refuses(file: { mimeType: string; size: number }): boolean {
    const refusal = checkFile(upload, file)
    setProblem(refusal === null ? null : t(refusal.key, refusal.vars ?? {}))
    return refusal !== null
  }

  async function copy(file: File): Promise<void> {
    if (refuses({ mimeType: file.type, size: file.size })) return
    const control = new AbortController()
    stop.current = () => control.abort()
    const tell = (copied: number): void =>
      setCopying({
        name: file.name,
        part: file.size === 0 ? 1 : copied / file.size,
        stop: stop.current,
      })
    tell(0)
    try {
      put(await copyPendingFile(file, { onProgress: tell, signal: control.signal }))
    } catch (error) {
      if (!control.signal.aborted)
        setProblem(t('galley:upload.notCopied', { name: file.name, reason: callReason(error, t) }))
    } finally {
      setCopying(null)
    }
  }

  async function fetchFrom(url: string): Promise<boolean> {
    const { ref, isNew } = document.getDocument().view
    const id = ref.kind === 'collection' && !isNew ? ref.id : null
    const answer = await galley.call('files.fetch', { slug: ref.slug, id, url }).catch(() => null)
    if (answer?.outcome !== 'fetched') {
      const said = answer?.outcome === 'failed' ? answer.message : ''
      const reason = answer?.outcome === 'failed' || answer === null ? said : t('galley:upload.needsServer')
      setProblem(t('galley:upload.notFetched', { reason: reason || t('error:unknown') }))
      return false
    }
    const { id: file, name, mimeType: type, size } = answer
    if (refuses({ mimeType: type, size })) return false
    put(await pendingFile(file, { name, mimeType: type, size }))
    return true
  }

  return { copy, fetchFrom }
}

/** Sets crop and focal point, of a new file if the picture has to be made upright first. */
async function editFile(
  { crop, focal: point }: Parameters<FileControl['edit']>[0],
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
): Promise<void> {
  const was = document.getDocument().view.base.data
  const now = pending ?? cuttable(serverFileOf(was))
  const before = read()
  let isStopped = false
  try {
    if (crop !== null) setCopying({ name: now.name, part: 0, stop: () => void (isStopped = true) })
    const source = crop === null ? now : await uprightSource(now, document, t)
    // Another file was chosen meanwhile, or this one was removed.
    if (isStopped || !sameJson(read(), before)) return
    const isLeft = crop === null && source.id === null
    setProblem(null)
    set({
      [FILE_FIELD]: isLeft ? serverFileOf(was) : { ...source, crop },
      focalX: point.x,
      focalY: point.y,
    })
  } catch (error) {
    setProblem(t('galley:upload.notTurned', { name: now.name, reason: callReason(error, t) }))
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
