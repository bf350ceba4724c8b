import type { PayloadRequest, SanitizedCollectionConfig } from 'payload'
import { acceptsClientIds } from '../collections.ts'
import { keptKeysOf } from '../idempotency/kept-keys.ts'
import { labelText } from './display-text.ts'
import type { Settings } from '../options.ts'
import { unsentNotesOf } from '../unsent/unsent-notes.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Version of the plugin's answers. */
const VERSION = '1.0.0'

/** The features of the server side; a client must work without any of them. */
export type Capabilities = {
  readonly config: boolean
  readonly session: boolean
  readonly formState: boolean
  /** Answers requests for the permissions of one document. */
  readonly permissions: boolean
  readonly schedule: boolean
  /** Sends the scheduled publishes for a page of a list. */
  readonly schedules: boolean
  /** Sends the addresses of previews. */
  readonly previews: boolean
  readonly staleCheck: boolean
  readonly idempotency: boolean
  readonly unsent: boolean
  /** Signs in through the system's browser, by whatever way the site has. */
  readonly browserLogin: boolean
  /** Slugs of the collections that accept an id made by the client, among those the user may read. */
  readonly clientIds: readonly string[]
}

/** A collection whose users may sign in to the app. */
export type SignIn = {
  readonly slug: string
  readonly label: string
  readonly identifier: 'email' | 'username' | 'either'
  readonly loginWithUsername:
    false | { allowEmailLogin: boolean; requireEmail: boolean; requireUsername: boolean }
}

/** The answer of GET /desktop. */
export type Hello = {
  readonly galley: {
    /** Version of the plugin's answers. */
    readonly version: string
    /** Exact version of Payload, by which its flaws are known; `null` for users who may not enter the admin panel. */
    readonly payload: string | null
    /**
     * Milliseconds for which outcomes of writes are known; absent for users who may not enter the admin
     * panel, and without idempotency.
     */
    readonly keepsForMs?: number
    readonly capabilities: Capabilities
  }
  readonly site: { readonly name: string | null }
  readonly routes: { readonly admin: string; readonly api: string }
  readonly adminUser: string
  readonly auth: readonly SignIn[]
  readonly cookiePrefix: string
}

function signIn(collection: SanitizedCollectionConfig, req: PayloadRequest): SignIn {
  const username = collection.auth.loginWithUsername
  return {
    slug: collection.slug,
    label: labelText(collection.labels.plural, req.i18n) ?? collection.slug,
    identifier: username ? (username.allowEmailLogin === false ? 'username' : 'either') : 'email',
    loginWithUsername: username
      ? {
          allowEmailLogin: username.allowEmailLogin !== false,
          requireEmail: username.requireEmail === true,
          requireUsername: username.requireUsername === true,
        }
      : false,
  }
}

/**
 * The public facts about the site, and with `isInside` those for users of the admin panel; `readable`: the
 * collections that the user may read.
 */
export function helloOf(
  req: PayloadRequest,
  settings: Settings,
  readable: readonly string[],
  isInside: boolean,
): Hello {
  const { config } = req.payload
  const auth = config.collections.filter(
    (collection) =>
      collection.auth &&
      !collection.auth.disableLocalStrategy &&
      (collection.slug === config.admin.user || collection.access.admin !== undefined),
  )
  const idempotency = keptKeysOf(req.payload, settings) !== null
  return {
    galley: {
      version: VERSION,
      payload: isInside ? payloadVersion() : null,
      ...(isInside && idempotency ? { keepsForMs: settings.keepAnswersForMs } : {}),
      capabilities: {
        config: true,
        session: true,
        formState: true,
        permissions: true,
        schedule: true,
        schedules: true,
        previews: true,
        staleCheck: true,
        idempotency,
        unsent: unsentNotesOf(req.payload) !== null,
        browserLogin: true,
        clientIds: readable.filter((slug) => acceptsClientIds(req.payload, slug)),
      },
    },
    site: { name: settings.siteName },
    routes: { admin: config.routes.admin, api: config.routes.api },
    adminUser: config.admin.user,
    auth: auth.map((collection) => signIn(collection, req)),
    cookiePrefix: config.cookiePrefix,
  }
}

let known: string | undefined

function versionIn(folder: string): string | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    if (typeof found !== 'object' || found === null || Reflect.get(found, 'name') !== 'payload')
      return undefined
    const version: unknown = Reflect.get(found, 'version')
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

/** Payload does not export its package.json, so it is looked for in the folders above its entry. */
function find(from: string): string | undefined {
  try {
    let folder = path.dirname(createRequire(from).resolve('payload'))
    for (let level = 0; level < 4; level += 1) {
      const version = versionIn(folder)
      if (version !== undefined) return version
      folder = path.dirname(folder)
    }
  } catch {
    // The package cannot be resolved from there.
  }
  return undefined
}

/** Version of Payload itself; `unknown` in a bundle without it. */
export function payloadVersion(): string {
  known ??= find(import.meta.url) ?? find(path.join(process.cwd(), 'package.json')) ?? 'unknown'
  return known
}
