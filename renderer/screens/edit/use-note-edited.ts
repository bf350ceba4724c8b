import { useEffect } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { useAccount } from '../../data/account-context.tsx'
import { noteEdited } from '../../data/own-documents.ts'
import { useDocument } from '../../form/form-context.tsx'

/** Notes edits of the open document once they are on the disk, so that no keystroke waits for it; and on leaving it. */
export function useNoteEdited(ref: DocRef): void {
  const account = useAccount()
  const document = useDocument()
  const key = refKey(ref)
  useEffect(() => {
    let noted = document.lastEdit()
    const note = () => {
      const field = document.lastEdit()
      if (field === null || field === noted) return
      noted = field
      noteEdited(account, ref, field)
    }
    const stop = document.subscribe(() => {
      if (document.getDocument().journal.kind === 'written') note()
    })
    return () => {
      stop()
      note()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the ref
  }, [account, document, key])
}
