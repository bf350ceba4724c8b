import { useMemo } from 'react'
import { refId } from '../../shared/cms/doc-ref.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListQuery, ListRow } from '../../shared/ipc.ts'
import {
  changeOfTitle,
  changesOfNewView,
  changesOfView,
  localView,
  VIEWS_SLUG,
  viewOfDocument,
  viewOfLocal,
  type Audience,
  type ListView,
  type NamedView,
} from '../../shared/lists/list-view.ts'
import { useAccount } from './account-context.tsx'
import { galley } from './bridge.ts'
import { localLists, useLocalList } from './local-preference.ts'
import { personKey } from './preferences.ts'
import { useCollection } from './schema-context.tsx'
import { useList } from './use-list.ts'
import { asAddressed } from './list-address.ts'

/** Most views of one query, of all lists together. */
const MOST_VIEWS = 500

/** Views kept on this computer, by person and collection. */
const localViews = localLists('list-views', localView)

/** `row`: the view's document; null if it is kept on this computer. */
export type KeptView = NamedView & { row: ListRow | null }

/** Storage of a new view: this computer, or the site for an audience. */
export type Keeper = 'computer' | Audience

export type ListViews = {
  views: KeptView[]
  /** Stores a new view; resolves to its id. */
  save: (title: string, view: ListView, keeper: Keeper) => Promise<string>
  change: (kept: KeptView, next: { title?: string; view?: ListView }) => Promise<void>
  remove: (kept: KeptView) => Promise<void>
}

const NO_ROWS: ListRow[] = []

/** Returns the documents that store views of all lists; from this computer at once, then from the server. */
function useViewRows(): ListRow[] {
  const isThere = useCollection(VIEWS_SLUG) !== null
  const query = useMemo(
    (): ListQuery => ({
      slug: isThere ? VIEWS_SLUG : '',
      page: 1,
      limit: MOST_VIEWS,
      sort: 'title',
      search: '',
      where: null,
      locale: null,
      columns: ['columns', 'where'],
    }),
    [isThere],
  )
  const { data } = useList(query, { ready: isThere }).list
  return data?.rows ?? NO_ROWS
}

/** Returns the views of a collection's list: those of the site and those of this computer. */
export function useListViews(collection: Collection): ListViews {
  const { slug, keepsViews } = collection
  const rows = useViewRows()
  const [own, setOwn] = useLocalList(localViews, `${personKey(useAccount())}/${slug}`)
  const views = useMemo((): KeptView[] => {
    const ofSite = rows.flatMap((row): KeptView[] => {
      const view = keepsViews ? viewOfDocument(refId(row.ref), row.data, slug) : null
      return view === null ? [] : asAddressed({ ...view, row })
    })
    const ofComputer = own.flatMap((kept): KeptView[] => {
      const view = viewOfLocal(kept)
      return view === null ? [] : asAddressed({ ...view, row: null })
    })
    return [...ofSite, ...ofComputer].toSorted((a, b) => a.title.localeCompare(b.title))
  }, [rows, keepsViews, slug, own])

  return {
    views,
    async save(title, view, keeper) {
      if (keeper === 'computer' || !keepsViews) {
        const id = `local-${crypto.randomUUID()}`
        setOwn((before) => [...before, { id, title, ...view }])
        return id
      }
      const changes = changesOfNewView({ title, slug, view, audience: keeper })
      const { ref } = await galley.call('documents.create', {
        slug: VIEWS_SLUG,
        commit: { changes, locale: null, mode: 'save' },
      })
      return refId(ref)
    },
    async change(kept, { title = kept.title, view = kept.view }) {
      const { id, row } = kept
      if (row === null)
        return setOwn((before) => before.map((one) => (one.id === id ? { id, title, ...view } : one)))
      const changes = [
        ...(title === kept.title ? [] : [changeOfTitle(kept.title, title)]),
        ...(view === kept.view ? [] : changesOfView(row.data, view)),
      ]
      await galley.call('drafts.commit', { ref: row.ref, changes, locale: null, mode: 'save' })
    },
    async remove({ id, row }) {
      if (row === null) return setOwn((before) => before.filter((one) => one.id !== id))
      const { ref, updatedAt } = row
      await galley.call('drafts.commit', {
        ref,
        changes: [],
        locale: null,
        mode: 'delete',
        shown: updatedAt,
      })
    },
  }
}
