import type { PayloadRequest, SanitizedCollectionConfig } from 'payload'
import { acceptsClientIds } from '../client-ids.ts'
import { keptKeysOf } from '../idempotency/kept-keys.ts'
import { labelText } from '../label-text.ts'
import type { Settings } from '../options.ts'
import { unsentNotesOf } from '../unsent/unsent-notes.ts'
import { payloadVersion } from './payload-version.ts'

/** Version of the answers of this plugin. */
const VERSION = '1.0.0'

/** What the server side can do; a client must live with any of them missing. */
export type Capabilities = {
  readonly config: boolean
  readonly session: boolean
  readonly formState: boolean
  /** Says what may be done with one document. */
  readonly permissions: boolean
  readonly schedule: boolean
  /** Says what is planned for the documents of a page of a list. */
  readonly schedules: boolean
  /** Tells the addresses of previews. */
  readonly previews: boolean
  readonly staleCheck: boolean
  readonly idempotency: boolean
  readonly unsent: boolean
  /** Signs in through the system's browser, by whatever way the site has. */
  readonly browserLogin: boolean
  /** Slugs of the collections that accept an id made by the client, as far as the asker may read them. */
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
    /** Of the answers of this plugin. */
    readonly version: string
    /** Exact version of Payload, which says what is wrong with it; `null` for whoever may not enter the admin panel. */
    readonly payload: string | null
    /** For how long it is known what became of a write; absent likewise, and without idempotency. */
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
 * What anybody may know of the site before signing in, and with `isInside` what is for those who may enter the admin
 * panel; `readable` are the collections the asker may read.
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
