/** Ids of what others refer to, by name or file name. */
export type Seeded = {
  readonly media: ReadonlyMap<string, number>
  readonly authors: ReadonlyMap<string, number>
  readonly places: ReadonlyMap<string, number>
  readonly categories: ReadonlyMap<string, number>
  readonly folders: ReadonlyMap<string, number>
  readonly posts: ReadonlyMap<string, number>
}

/** The id of a seeded document; throws if the seed itself is wrong. */
export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the seed refers to “${name}”, which it did not create`)
  return id
}

/** Integer id of a created document. */
export function numericId(doc: { id: number | string }): number {
  return Number(doc.id)
}
