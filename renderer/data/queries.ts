import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useSuspenseQuery,
  type QueryClient,
} from '@tanstack/react-query'
import { refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { read } from '../../shared/cms/read-value.ts'
import type { Bootstrap, ConnectionState, FindQuery, ListQuery, VersionsQuery } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { shownLock, type ShownLock } from './document-lock.ts'
import { createRereader } from './reread.ts'

/**
 * Keys of the queries, each for a call of the contract; most read this computer and are invalidated by main's
 * events. `refresh` asks the server; its answer arrives as an event.
 */
export const queryKeys = {
  bootstrap: ['bootstrap'] as const,
  schema: ['schema'] as const,
  session: ['session'] as const,
  connection: ['connection'] as const,
  updates: ['updates'] as const,
  prefetch: ['prefetch'] as const,
  document: (ref: DocRef) => ['document', refKey(ref)] as const,
  lists: (slug: string) => ['list', slug] as const,
  list: (query: ListQuery) => ['list', query.slug, query] as const,
  found: (query: FindQuery) => ['found', query] as const,
  nav: ['nav'] as const,
  ownSessions: (isOnline: boolean) => ['own-sessions', isOnline] as const,
  listPreference: (slug: string) => ['list-preference', slug] as const,
  versions: (query: VersionsQuery) => ['versions', refKey(query.ref), query] as const,
  version: (ref: DocRef, versionId: string, isOnline: boolean) =>
    ['version', refKey(ref), versionId, isOnline] as const,
  keptVersion: (ref: DocRef, versionId: string) => ['kept-version', refKey(ref), versionId] as const,
  versionsAround: (ref: DocRef, versionId: string, at: string, isOnline: boolean) =>
    ['versions', refKey(ref), 'around', versionId, at, isOnline] as const,
  versionNames: (ref: DocRef) => ['version-names', refKey(ref)] as const,
  refresh: (...question: readonly unknown[]) => ['refresh', ...question] as const,
  /** All reads of the outbox; see ./outbox.ts. */
  outbox: ['outbox'] as const,
  outboxCounts: ['outbox-counts'] as const,
  sent: ['sent'] as const,
  localData: ['local-data'] as const,
  keptDocuments: ['kept-documents'] as const,
  inFolders: (ids: readonly string[]) => ['in-folders', ...ids] as const,
  referrers: (ref: DocRef) => ['referrers', refKey(ref)] as const,
  lock: (ref: DocRef) => ['lock', refKey(ref)] as const,
  locks: (refs: readonly DocRef[]) => ['locks', refs.map(refKey)] as const,
  othersUnsent: (ref: DocRef) => ['others-unsent', refKey(ref)] as const,
  /** `revision`: updatedAt of the local document; another revision may have another published version. */
  published: (ref: DocRef, revision: string | null) => ['published', refKey(ref), revision] as const,
  livePreview: (ref: DocRef, ...state: readonly unknown[]) =>
    ['live-preview', refKey(ref), ...state] as const,
  scheduled: ['scheduled'] as const,
  changedElsewhere: (slugs: readonly string[], globals: readonly string[], lastLook: string | null) =>
    ['changed-elsewhere', slugs, globals, lastLook] as const,
  schedule: (ref: DocRef) => ['schedule', refKey(ref)] as const,
  schedules: (slug: string, ids: readonly string[], isOnline: boolean) =>
    ['schedules', slug, ids, isOnline] as const,
  trash: (query: ListQuery) => ['trash', query.slug, query] as const,
  trashed: (ref: DocRef, isOnline: boolean) => ['trash', ref.slug, refKey(ref), isOnline] as const,
  deleted: (ref: DocRef) => ['deleted', refKey(ref)] as const,
  deletedVersion: (ref: DocRef, versionId: string) => ['deleted', refKey(ref), versionId] as const,
  trashes: (slug: string) => ['trash', slug] as const,
}

/** Key of the refresh of the site's schema. */
export const schemaRefreshKey = queryKeys.refresh('schema')

const bootstrapQuery = queryOptions({
  queryKey: queryKeys.bootstrap,
  queryFn: () => galley.call('app.bootstrap', undefined),
})
function isSameSchema(before: unknown, after: unknown): boolean {
  const [one, other] = [before, after].map((schema) => read(schema, 'fingerprint'))
  return one !== undefined && one === other
}
const schemaQuery = queryOptions({
  queryKey: queryKeys.schema,
  queryFn: () => galley.call('schema.get', undefined),
  // An equal schema keeps its object, and so do the forms made from it (F52). Compared by fingerprint, since blocks
  // can contain each other and a deep comparison would not end.
  structuralSharing: (before, after) => (isSameSchema(before, after) ? before : after),
})
const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: () => galley.call('session.get', undefined),
})
/** The open parts of the navigation; see ./nav-preference.ts. */
export const navQuery = queryOptions({
  queryKey: queryKeys.nav,
  queryFn: () => galley.call('nav.get', undefined),
})

/** Starts the reads of the first screen, before anything is drawn and while its language loads. */
export async function readAtStart(client: QueryClient): Promise<void> {
  await client.prefetchQuery(bootstrapQuery)
  if (!client.getQueryData(bootstrapQuery.queryKey)?.account) return
  await Promise.all([
    client.prefetchQuery(schemaQuery),
    client.prefetchQuery(sessionQuery),
    client.prefetchQuery(navQuery),
  ])
}

export function useBootstrap() {
  return useSuspenseQuery(bootstrapQuery).data
}

/** Returns the state of program updates; undefined until main has answered. */
export function useUpdates() {
  return useQuery({
    queryKey: queryKeys.updates,
    queryFn: () => galley.call('updates.get', undefined),
  }).data
}

export function useConnection() {
  return useQuery({
    queryKey: queryKeys.connection,
    queryFn: () => galley.call('connection.get', undefined),
  }).data
}

export function useSchemaQuery() {
  return useQuery(schemaQuery)
}

export function useSessionQuery() {
  return useQuery(sessionQuery)
}

export function useDocumentQuery(ref: DocRef) {
  return useQuery({
    queryKey: queryKeys.document(ref),
    queryFn: () => galley.call('documents.get', { ref }),
  })
}

export const listOptions = (query: ListQuery) =>
  queryOptions({ queryKey: queryKeys.list(query), queryFn: () => galley.call('documents.list', query) })

export function useListQuery(query: ListQuery) {
  return useQuery({
    ...listOptions(query),
    // The previous page stays until the next one is read, so that rows never flash away.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === query.slug ? previous : undefined,
  })
}

/**
 * Finds documents of any collection by title. The last hits stay until the next answer. An empty query prepares the
 * titles for the next keystroke.
 */
export function useFindQuery(query: FindQuery) {
  return useQuery({
    queryKey: queryKeys.found(query),
    queryFn: () => galley.call('documents.find', query),
    placeholderData: keepPreviousData,
    // Edits elsewhere may change the hits on this computer, so each search reads again.
    staleTime: 0,
    gcTime: 0,
  })
}

export function useVersionsQuery(query: VersionsQuery) {
  return useQuery({
    queryKey: queryKeys.versions(query),
    queryFn: () => galley.call('versions.list', query),
  })
}

export function useSentQuery() {
  return useQuery({ queryKey: queryKeys.sent, queryFn: () => galley.call('outbox.sent', undefined) })
}

export function useOutboxCounts() {
  return useQuery({
    queryKey: queryKeys.outboxCounts,
    queryFn: () => galley.call('outbox.counts', undefined),
  }).data
}

/** Returns the local data of every user of every server; measured on disk on each mount. */
export function useLocalData() {
  return useQuery({
    queryKey: queryKeys.localData,
    queryFn: () => galley.call('localData.list', undefined),
    staleTime: 0,
  }).data
}

/** Invalidates queries by main's events, for the life of the window. */
export function connectEventsToQueries(client: QueryClient): void {
  const reread = createRereader(client)
  galley.on('session.accountChanged', () => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'bootstrap' })
    reread(queryKeys.bootstrap)
  })
  galley.on('app.themeChanged', (changed) => {
    client.setQueryData<Bootstrap>(queryKeys.bootstrap, (before) => before && { ...before, ...changed })
  })
  galley.on('updates.changed', (state) => {
    client.setQueryData(queryKeys.updates, state)
  })
  galley.on('connection.changed', (state) => {
    const before = client.getQueryData<ConnectionState>(queryKeys.connection)
    client.setQueryData(queryKeys.connection, state)
    // A different connection may give a different answer.
    if (before?.status !== state.status) void client.invalidateQueries({ queryKey: schemaRefreshKey })
  })
  galley.on('prefetch.changed', (state) => client.setQueryData(queryKeys.prefetch, state))
  galley.on('session.changed', () => {
    reread(queryKeys.session)
    // The site may restrict its lists by user.
    for (const kept of ['list', 'found']) reread([kept])
    for (const asked of ['list', 'count', 'choices'])
      void client.invalidateQueries({ queryKey: queryKeys.refresh(asked) })
  })
  galley.on('schema.changed', () => reread(queryKeys.schema))
  galley.on('documents.changed', ({ refs }) => refs.forEach((ref) => reread(queryKeys.document(ref))))
  galley.on('documents.listChanged', ({ slug }) => {
    reread(queryKeys.lists(slug))
    reread(['changed-elsewhere'])
  })
  galley.on('versions.changed', ({ ref }) => reread(['versions', refKey(ref)]))
  galley.on('locks.changed', ({ ref, lock }) =>
    client.setQueryData<ShownLock>(queryKeys.lock(ref), (before) => before && shownLock(lock)),
  )
  galley.on('outbox.changed', () => {
    reread(queryKeys.outbox)
    reread(queryKeys.outboxCounts)
    reread(queryKeys.sent)
  })
}
