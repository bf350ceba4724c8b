import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { at, ok, textAt } from './cms.ts'
import type { Cms, CmsAnswer } from './cms.ts'
import { waitUntil } from '../../support/wait.ts'

/** The site whose hooks write as sites do. */
export const turnSite = path.join(import.meta.dirname, 'turn-site.ts')

export type TurnPost = { readonly id: string; readonly path: string; readonly base: string }

/** Posts of that site, in processes that share a data folder; `one` is where they are made. */
export type TurnPosts = {
  readonly token: string
  readonly newPost: () => Promise<TurnPost>
  /** A write with a base, unless that is `null`. */
  readonly write: (
    cms: Cms,
    method: string,
    target: string,
    base: string | null,
    body?: unknown,
  ) => Promise<CmsAnswer>
  readonly read: (target: string) => Promise<unknown>
  readonly kickerOf: (post: TurnPost) => Promise<unknown>
  /** Resolves once a hook waits under this name. */
  readonly untilWaiting: (name: string) => Promise<unknown>
  /** Lets the hook that waits under this name go on. */
  readonly letGo: (name: string) => Promise<void>
  /** A write that is in its hook until `go` is called. */
  readonly heldWrite: (
    cms: Cms,
    target: string,
    base: string | null,
    name: string,
  ) => Promise<{ answer: Promise<CmsAnswer>; go: () => Promise<void> }>
}

/** Signs in, and knows how to write posts. */
export async function turnPosts(one: Cms): Promise<TurnPosts> {
  const { token } = await one.login()
  const authors = [
    at((await one.request('GET', '/authors?limit=1&depth=0', { token })).json, 'docs', 0, 'id'),
  ]
  const fileHere = (name: string): string => path.join(one.dataDir, name)
  const write: TurnPosts['write'] = (cms, method, target, base, body) =>
    cms.request(method, target, {
      token,
      ...(body === undefined ? {} : { body }),
      ...(base === null ? {} : { headers: { 'x-galley-base': base } }),
    })
  const read = async (target: string): Promise<unknown> => (await one.request('GET', target, { token })).json
  const untilWaiting = (name: string): Promise<unknown> =>
    waitUntil(() => existsSync(fileHere(`${name}-waiting`)))
  const letGo = (name: string): Promise<void> => writeFile(fileHere(`${name}-go`), '')
  return {
    token,
    write,
    read,
    untilWaiting,
    letGo,
    newPost: async () => {
      const body = { title: 'Turn', slug: `turn-${randomUUID()}`, standfirst: 'One.', authors }
      const made = ok(await one.request('POST', '/posts?depth=0&draft=true', { token, body }))
      const id = String(at(made.json, 'doc', 'id'))
      return { id, path: `/posts/${id}?draft=true&depth=0`, base: textAt(made.json, 'doc', 'updatedAt') }
    },
    kickerOf: async (post) => at(await read(post.path), 'kicker'),
    heldWrite: async (cms, target, base, name) => {
      const answer = write(cms, 'PATCH', target, base, { kicker: `wait ${name}` })
      // Handled where it is awaited; the process may be killed meanwhile.
      answer.catch(() => undefined)
      await untilWaiting(name)
      return { answer, go: () => letGo(name) }
    },
  }
}
