import { useEffect, useRef, useState } from 'react'
import type { UploadConfig } from '../../../../shared/fields/file/upload-config.ts'
import { checkFile } from '../../../../shared/fields/file/check-file.ts'
import type { PendingFile } from '../../../../shared/fields/file/pending-file.ts'
import { callReason } from '../../../data/call-reason.ts'
import { copyFile, pictureSize, waitingAddress } from '../../../data/copy-file.ts'
import { useT } from '../../../i18n/use-t.ts'

/** One of several files: on its way to this computer's data, there, given to the outbox, or not. */
export type BulkFile = { key: string; name: string; size: number } & (
  | { state: 'copying'; part: number }
  | { state: 'ready'; file: PendingFile }
  | { state: 'queued' }
  /** `file`: it is here, and could not be queued; null: it is not. */
  | { state: 'refused'; reason: string; file: PendingFile | null }
)

export type BulkFiles = {
  files: readonly BulkFile[]
  add: (added: Iterable<File>) => void
  remove: (key: string) => void
  queued: (key: string) => void
  /** It could not be queued. It stays, to be tried again. */
  refuse: (key: string, reason: string) => void
}

/** Several files, copied one after another, each with its own state. */
export function useBulkFiles(config: UploadConfig): BulkFiles {
  const { t } = useT()
  const [files, setFiles] = useState<readonly BulkFile[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const control = useRef(new AbortController())
  const given = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = control.current
    return () => all.abort()
  }, [])

  const change = (key: string, to: (file: BulkFile) => BulkFile): void =>
    setFiles((before) => before.map((file) => (file.key === key ? to(file) : file)))
  const refuse = (key: string, reason: string): void =>
    change(key, (one) => {
      const file = 'file' in one ? one.file : null
      return { key, name: one.name, size: one.size, state: 'refused', reason, file }
    })

  async function copy(key: string, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      const id = await copyFile(file, {
        signal,
        onProgress: (copied) =>
          change(key, ({ name, size }) => ({
            key,
            name,
            size,
            state: 'copying',
            part: copied / file.size,
          })),
      })
      const size = file.type.startsWith('image/') ? await pictureSize(waitingAddress(id)) : null
      const pending: PendingFile = {
        id,
        name: file.name,
        mimeType: file.type,
        size: file.size,
        width: size?.width ?? null,
        height: size?.height ?? null,
        crop: null,
      }
      change(key, ({ name }) => ({ key, name, size: file.size, state: 'ready', file: pending }))
    } catch (error) {
      if (!signal.aborted) refuse(key, callReason(error, t))
    }
  }

  return {
    files,
    add(added) {
      for (const file of added) {
        const key = crypto.randomUUID()
        const refusal = checkFile(config, { mimeType: file.type, size: file.size })
        const known = { key, name: file.name, size: file.size }
        if (refusal !== null) {
          const reason = t(refusal.key, refusal.vars ?? {})
          setFiles((before) => [...before, { ...known, state: 'refused', reason, file: null }])
          continue
        }
        const own = new AbortController()
        given.current.set(key, own)
        setFiles((before) => [...before, { ...known, state: 'copying', part: 0 }])
        const signal = AbortSignal.any([own.signal, control.current.signal])
        last.current = last.current.then(() => copy(key, file, signal))
      }
    },
    remove(key) {
      given.current.get(key)?.abort()
      setFiles((before) => before.filter((file) => file.key !== key))
    },
    queued: (key) => change(key, ({ name, size }) => ({ key, name, size, state: 'queued' })),
    refuse,
  }
}
