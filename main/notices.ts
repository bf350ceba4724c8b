import type { Notice } from '../shared/ipc.ts'

/** The notices that were not dismissed yet; one of each kind, the newest. */
export function createNotices(announce: (notice: Notice) => void): {
  add: (notice: Notice) => void
  list: () => Notice[]
  dismiss: (code: string) => void
  /** True if a notice says that the store cannot write, so that the latest input is in the page only. */
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

/** True for notices of a store that cannot write. A database that was set aside is replaced, so it does not count. */
function isStoreTrouble(code: Notice['code']): boolean {
  return code === 'disk-full' || code === 'database-read-only' || code === 'database-failed'
}
