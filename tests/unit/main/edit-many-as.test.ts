import { expect, it } from 'vitest'
import { editManyAs } from '../../../main/ipc/document-calls.ts'
import { StoreError } from '../../../main/store/store-error.ts'
import type { CallInput } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'

const ids = Array.from({ length: 50 }, (_, index) => String(index))
const change: CallInput<'documents.editMany'> = {
  slug: 'notes',
  locale: null,
  mode: 'draft',
  ids,
  values: [{ path: 'title', locale: null, value: 'Ferries' }],
}

/** An account whose disk is full once so many documents are queued. */
function accountWithRoomFor(room: number): Parameters<typeof editManyAs>[0] {
  let queued = 0
  return {
    site: {
      store: {
        editMany: async (input) => {
          if (queued + input.ids.length > room) throw new StoreError('disk-full', 'database or disk is full')
          queued += input.ids.length
          return { queued: input.ids, keys: input.ids.map((id) => [`key ${id}`]), leftOut: [] }
        },
      },
    },
    session: () => null,
  }
}

it('of many documents those that were queued before the disk was full are said to be, and the others not to be written', async () => {
  const { queued, keys, leftOut } = await editManyAs(accountWithRoomFor(40), change)
  expect(queued).toEqual(ids.slice(0, 40))
  expect(keys).toEqual(queued.map((id) => [`key ${id}`]))
  expect(leftOut).toEqual(ids.slice(40).map((id) => ({ id, why: 'not-written' })))
})

it('where nothing was queued, the disk is what the answer is about', async () => {
  await expect(editManyAs(accountWithRoomFor(10), change)).rejects.toThrow('disk is full')
})

it('a selection goes to the trash by the right of the trash and its condition, not by that of a deletion', async () => {
  const where = { team: { equals: 'north' } }
  const seen: unknown[] = []
  const account = (notes: JsonObject): Parameters<typeof editManyAs>[0] => ({
    site: {
      store: {
        editMany: async (input) => {
          seen.push(input.where)
          return { queued: input.ids, keys: input.ids.map((id) => [`key ${id}`]), leftOut: [] }
        },
      },
    },
    session: () => ({
      user: {},
      permissions: { collections: { notes } },
      visible: { collections: ['notes'], globals: [] },
      baseFilters: {},
      autoRefresh: false,
    }),
  })
  const remove = { ...change, mode: 'delete' as const, ids: ['1'], values: [] }
  await editManyAs(account({ update: true, trash: { permission: true, where } }), remove)
  await editManyAs(account({ update: true, delete: true, trash: { permission: false } }), remove)
  await editManyAs(account({ update: true, delete: true }), remove)
  expect(seen).toEqual([where, false, null])
})
