import { rm } from 'node:fs/promises'
import path from 'node:path'
import { projectLocale } from '../../shared/document/project.ts'
import { parseSiteConfig } from '../../shared/cms/parse-config.ts'
import type { Field, SiteSchema } from '../../shared/cms/schema-model.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { ADMIN, EDITOR, newDataDir, startCms, type Cms } from '../integration/support/cms.ts'
import { canonical } from './canonical.ts'
import { cellsOf, cellsOfAll, withAnswerIds } from './cells.ts'
import { deletes, startWitness, type SeenWrite, type Witness } from './witness.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'

export type Who = { token: string; userId: string }

/** The server with everything in front of it: editor, faults, witness, CMS. */
export type Site = {
  proxy: FaultProxy
  witness: Witness
  schema: SiteSchema
  fieldsOf: (ref: Pick<DocRef, 'kind' | 'slug'>) => Field[]
  /** Signs in without faults. */
  signIn: () => Promise<Who>
  /** Ends a session, like another computer or the server's clock. */
  signOut: (token: string) => Promise<void>
  /** Sends a request as another user; without faults, but recorded by the witness. Throws without an answer. */
  ask: (
    method: string,
    path: string,
    body?: JsonObject,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; json: JsonObject | null }>
  /** Reads the latest version in all locales; null: none. */
  read: (ref: DocRef) => Promise<JsonObject | null>
  /** Records a revision from before all writes. */
  noteRevision: (updatedAt: unknown) => void
  /** Ends the CMS with the signal, restarts it on the same data, and reads half-done writes. */
  restart: (signal: NodeJS.Signals) => Promise<void>
  /** Finds the outcome of all writes without an answer; nobody writes meanwhile. */
  settleUnknown: () => Promise<void>
  /** Restarts the CMS with or without the companion plugin. */
  setCompanion: (on: boolean) => Promise<void>
  /** True if the running or starting CMS has it. */
  hasCompanion: () => boolean
  /** Starts a second process of the site on the same database, which takes turns with the first. */
  startSecond: () => Promise<void>
  stopSecond: (signal: NodeJS.Signals) => Promise<void>
  close: () => Promise<void>
}

export async function openSite(): Promise<Site> {
  const dataDir = await newDataDir('small')
  let hasCompanion = true
  const start = (): Promise<Cms> =>
    startCms({ dataDir, plugin: hasCompanion, script: path.join(import.meta.dirname, 'serve-site.ts') })
  let cms: Cms = await start()
  /** A temporary second process on the same database. */
  let second: Cms | null = null
  const witness = await startWitness(cms.url, lookAt)
  const proxy = await startFaultProxy(witness.url)
  let otherToken = (await cms.login(EDITOR)).token
  let adminToken = (await cms.login(ADMIN)).token
  const config = await cms.request('GET', '/desktop/config', { token: adminToken })
  const parsed = parseSiteConfig(fieldTypes, config.json)
  if (!parsed.ok) throw new Error(`the config cannot be read: ${parsed.reason.code}`)
  const { schema } = parsed

  const fieldsOf: Site['fieldsOf'] = ({ kind, slug }) =>
    (kind === 'global'
      ? schema.globals.find((global) => global.slug === slug)
      : schema.collections.find((collection) => collection.slug === slug)
    )?.fields ?? []
  const revisions = new Set<unknown>()

  const ask: Site['ask'] = async (method, where, body, headers = {}) => {
    // Only administrators delete.
    const token = method === 'DELETE' ? adminToken : otherToken
    const response = await fetch(`${witness.url}/api${where}`, {
      method,
      headers: {
        authorization: `JWT ${token}`,
        'x-soak': 'other',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const json: unknown = await response.json().catch(() => null)
    return { status: response.status, json: isJsonObject(json) ? json : null }
  }

  const read: Site['read'] = async (ref) => {
    const query = '?depth=0&draft=true&locale=all&fallback-locale=none'
    const place = ref.kind === 'global' ? `/globals/${ref.slug}` : `/${ref.slug}/${ref.id}`
    const answer = await cms.request('GET', place + query, { token: adminToken })
    if (answer.status === 404) return null
    if (answer.status !== 200 || !isJsonObject(answer.json))
      throw new Error(`cannot read ${place}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer.json
  }

  async function restart(signal: NodeJS.Signals): Promise<void> {
    witness.setTargets([], hasCompanion)
    await Promise.all([cms.stop(signal), second?.stop(signal)])
    second = null
    // Running writes are over; their sockets report it a moment later.
    for (const write of witness.writes) if (write.outcome === 'running') write.outcome = 'unknown'
    const began = performance.now()
    cms = await start()
    if (performance.now() - began > 60_000) throw new Error('the CMS takes more than a minute to start')
    otherToken = (await cms.login(EDITOR)).token
    adminToken = (await cms.login(ADMIN)).token
    await lookAtLeft()
    witness.setTargets([cms.url], hasCompanion)
  }

  return {
    proxy,
    witness,
    schema,
    fieldsOf,
    signIn: async () => {
      const { token, user } = await cms.login(ADMIN)
      return { token, userId: String(user['id']) }
    },
    signOut: async (token) => {
      await cms.request('POST', '/users/logout', { token })
    },
    ask,
    read,
    noteRevision: (updatedAt) => void revisions.add(updatedAt),
    restart,
    settleUnknown: lookAtUnknown,
    setCompanion(on) {
      hasCompanion = on
      return restart('SIGTERM')
    },
    hasCompanion: () => hasCompanion,
    async startSecond() {
      const one = cms
      const other = await start()
      // The first may have been restarted meanwhile, and one is enough then.
      if (one !== cms || second !== null) return other.stop()
      second = other
      witness.setTargets([cms.url, other.url], hasCompanion)
    },
    async stopSecond(signal) {
      const other = second
      if (other === null) return
      second = null
      witness.setTargets([cms.url], hasCompanion)
      await other.stop(signal)
    },
    async close() {
      await proxy.close()
      await witness.close()
      await Promise.all([cms.stop(), second?.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }

  /**
   * Reads the outcome of a write that failed after its row on a running server. If that ends, too, it is handled with
   * the others.
   */
  async function lookAt(write: SeenWrite): Promise<void> {
    try {
      write.happened = await happened(write)
      // The server finished it: nothing is half done.
      if (write.happened) write.left = null
    } catch {
      write.happened = null
    }
  }

  /** Finds the outcome of writes whose server ended, while nobody writes. */
  async function lookAtUnknown(): Promise<void> {
    for (const write of witness.writes) {
      if (write.outcome !== 'unknown' || write.happened !== null) continue
      write.happened = await happened(write)
    }
  }

  /**
   * Reads the documents of writes with unknown outcome right after the restart: their content then is what the end of
   * the server left, even under the previous revision.
   */
  async function lookAtLeft(): Promise<void> {
    const unknown = witness.writes.filter(
      ({ outcome, happened: known }) => outcome === 'unknown' && known === null,
    )
    await lookAtUnknown()
    for (const write of unknown) {
      const id = write.id ?? idOf(write.answer)
      if (id === null) continue
      const ref: DocRef =
        write.kind === 'global'
          ? { kind: 'global', slug: write.slug }
          : { kind: 'collection', slug: write.slug, id }
      write.left = await read(ref)
    }
  }

  /** True if a known write created the document. */
  function isKnown(doc: JsonObject, slug: string): boolean {
    return witness.writes.some(
      (other) => other.slug === slug && tookPlace(other) && other.answer?.['id'] === doc['id'],
    )
  }

  /**
   * Returns a document with a row but without texts, left by the server's end: one without a known creator and
   * without the marker.
   */
  async function tornCreation(write: SeenWrite, marker: string): Promise<JsonObject | undefined> {
    const since = new Date(performance.timeOrigin + write.at - 1000).toISOString()
    const answer = await cms.request(
      'GET',
      `/${write.slug}?draft=true&depth=0&trash=true&limit=0&locale=${write.locale ?? 'en'}&where[createdAt][greater_than]=${since}`,
      { token: adminToken },
    )
    return docsOf(answer).find((doc) => (doc[marker] ?? null) === null && !isKnown(doc, write.slug))
  }

  async function happened(write: SeenWrite): Promise<boolean> {
    const stored = write.id === null ? write.answer?.['id'] : undefined
    if (typeof stored === 'string' || typeof stored === 'number') {
      const data = await read({ kind: 'collection', slug: write.slug, id: String(stored) })
      if (data === null) return false
      const fields = fieldsOf({ kind: 'collection', slug: write.slug })
      write.answer = projectLocale(fields, data, write.locale)
      return true
    }
    if (write.id === null) {
      // A creation is found by its body, whose texts are unique.
      const where = Object.entries(write.body ?? {}).find(
        ([name, value]) =>
          /^(kicker|intro|description|text|sidebarText)$/.test(name) && typeof value === 'string',
      )
      if (!where) return false
      const answer = await cms.request(
        'GET',
        `/${write.slug}?draft=true&depth=0&trash=true&locale=${write.locale ?? 'en'}&where[${where[0]}][equals]=${encodeURIComponent(canonical(where[1]))}`,
        { token: adminToken },
      )
      const found = docsOf(answer)[0] ?? (await tornCreation(write, where[0]))
      if (found === undefined || isKnown(found, write.slug)) return false
      write.answer = found
      return true
    }
    const ref: DocRef =
      write.kind === 'global'
        ? { kind: 'global', slug: write.slug }
        : { kind: 'collection', slug: write.slug, id: write.id }
    const now = await read(ref)
    if (deletes(write)) return now === null
    if (now === null) return false
    const isOthers = witness.writes.some(
      (other) =>
        other !== write &&
        tookPlace(other) &&
        other.slug === write.slug &&
        other.answer?.['updatedAt'] === now['updatedAt'],
    )
    if (isOthers || revisions.has(now['updatedAt'])) return false
    write.left = now
    const fields = fieldsOf(ref)
    const is = cellsOfAll(fields, now)
    const answer = projectLocale(fields, now, write.locale)
    for (const [key, value] of cellsOf(fields, withAnswerIds(fields, write.body ?? {}, answer), write.locale))
      if (canonical(is.get(key)) !== canonical(value)) return false
    write.answer = answer
    return true
  }
}

/** True if a write is known to have taken effect; its left state is no other write's work. */
const tookPlace = (write: SeenWrite): boolean => write.outcome === 'done' || write.happened === true

function docsOf({ json }: { json: unknown }): JsonObject[] {
  const docs: unknown = isJsonObject(json) ? json['docs'] : null
  return Array.isArray(docs) ? docs.filter(isJsonObject) : []
}

function idOf(answer: JsonObject | null): string | null {
  const id = answer?.['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}
