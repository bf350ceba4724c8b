import type { Notice } from '../shared/ipc.ts'

/** What must be said in words and was not dismissed yet; one of each kind, the newest. */
export function createNotices(announce: (notice: Notice) => void): {
  add: (notice: Notice) => void
  list: () => Notice[]
  dismiss: (code: string) => void
  /** Whether one says that the store cannot write: what was typed last is in the page only. */
  unwritten: () => boolean
} {
  let notices: Notice[] = []
  return {
    add: (notice) => {
      notices = [...notices.filter((other) => other.code !== notice.code), notice]
      announce(notice)
    },
    list: () => notices,
    dismiss: (code) => {
      notices = notices.filter((notice) => notice.code !== code)
    },
    unwritten: () => notices.some(({ code }) => isStoreTrouble(code)),
  }
}

/** A database that was set aside made room for one that can be written. */
function isStoreTrouble(code: Notice['code']): boolean {
  return code === 'disk-full' || code === 'database-read-only' || code === 'database-failed'
}
