import { acceptedLanguages } from '@payloadcms/translations'
import * as v from 'valibot'
import { serverColor } from '../../shared/policy.ts'
import { normaliseAddress } from '../server/address.ts'
import { updatePolicy } from '../updates/update-feed.ts'

/** The address of a server as in the list of servers: origin and base path. */
const serverUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => normaliseAddress(text).ok, 'not the http(s) address of a server'),
  v.transform((text) => {
    const address = normaliseAddress(text)
    return address.ok ? address.url : text
  }),
)

const server = v.pipe(
  v.union([
    serverUrl,
    v.strictObject({
      url: serverUrl,
      name: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
      color: v.exactOptional(serverColor),
    }),
  ]),
  v.transform((entry) => {
    const { url, name = null, color = null } = typeof entry === 'string' ? { url: entry } : entry
    return { url, name, color }
  }),
)
export type PolicyServer = v.InferOutput<typeof server>

/** Proxy settings; all but the values of `mode` are named as in Electron's `session.setProxy`. */
const proxy = v.variant('mode', [
  v.strictObject({ mode: v.literal('system') }),
  v.strictObject({ mode: v.literal('direct') }),
  v.strictObject({ mode: v.literal('pac'), pacScript: v.pipe(v.string(), v.url()) }),
  v.strictObject({
    mode: v.literal('fixed'),
    proxyRules: v.pipe(v.string(), v.minLength(1)),
    proxyBypassRules: v.exactOptional(v.string()),
  }),
])
export type PolicyProxy = v.InferOutput<typeof proxy>

/**
 * Every key of the policy: title, description, and the default (`undecided`). `npm run policy-files` makes JSON
 * Schema, ADMX and the table in docs/deployment.md from it.
 */
export const policyKeys = {
  keepDocuments: v.pipe(
    v.picklist(['all', 'opened']),
    v.title('Documents kept on the computer'),
    v.description(
      'all: everything the user may read is kept on the computer. opened: only what the user opens is kept.',
    ),
    v.examples(['opened']),
    v.metadata({ undecided: 'each user is asked' }),
  ),
  keepMegabytes: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(100_000),
    v.title('Most space for kept documents'),
    v.description(
      'The most megabytes that documents and pictures brought ahead take for one user of one server, where everything is kept. Users may choose less.',
    ),
    v.examples([500]),
    v.metadata({ undecided: 'up to 100000, as the user says' }),
  ),
  spelling: v.pipe(
    v.object({
      dictionaries: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/[^?#]*\/$/)),
      languages: v.optional(v.array(v.string()), []),
    }),
    v.title('Dictionaries for the spelling'),
    v.description(
      'An https address that ends with a slash and holds the unpacked hunspell_dictionaries.zip of the Electron release; languages: those to check, without any the languages of the system. macOS checks spelling itself.',
    ),
    v.examples([{ dictionaries: 'https://files.example.org/dictionaries/', languages: ['en-GB', 'de'] }]),
    v.metadata({ undecided: 'no spelling on Windows and Linux' }),
  ),
  language: v.pipe(
    v.picklist(acceptedLanguages),
    v.title('Language of the window'),
    v.description('The language of the window, which users cannot change.'),
    v.examples(['de']),
    v.metadata({ undecided: 'as the user or the system says' }),
  ),
  servers: v.pipe(
    v.array(server),
    v.title('Servers'),
    v.description(
      'Servers that are offered at log-in: addresses, or objects of url, name and color (blue, green, amber, red, grey), by which people tell them apart.',
    ),
    v.examples([[{ url: 'https://cms.example.org', name: 'Website', color: 'red' }]]),
    v.metadata({ undecided: 'none' }),
  ),
  onlyTheseServers: v.pipe(
    v.boolean(),
    v.title('Only these servers'),
    v.description(
      'true: nobody can log in to, or add, another server than those of the key servers. Without that key: than those that this user of the computer has added before.',
    ),
    v.examples([true]),
    v.metadata({ undecided: 'false' }),
  ),
  export: v.pipe(
    v.boolean(),
    v.title('Exports'),
    v.description(
      'false: nothing is written to files a user chooses: no export of lists, no saved JSON, no saved or dragged-out files, no copy of unsent edits. The clipboard still works.',
    ),
    v.examples([false]),
    v.metadata({ undecided: 'true' }),
  ),
  outsideLinks: v.pipe(
    v.boolean(),
    v.title('Links to the outside'),
    v.description(
      'false: no link is opened in another program, except addresses of the servers that the user knows or the policy names. Logging in through the browser still works.',
    ),
    v.examples([false]),
    v.metadata({ undecided: 'true' }),
  ),
  logLevel: v.pipe(
    v.picklist(['error', 'warn', 'info', 'debug']),
    v.title('Detail of the log'),
    v.description(
      'The least serious lines that are written to the log. It holds neither content nor credentials.',
    ),
    v.examples(['info']),
    v.metadata({ undecided: 'warn, or as GALLEY_LOG says' }),
  ),
  proxy: v.pipe(
    proxy,
    v.title('Proxy'),
    v.description(
      'How servers are reached. mode system, direct, pac (with pacScript, an address) or fixed (with proxyRules and proxyBypassRules as Electron’s session.setProxy takes them).',
    ),
    v.examples([{ mode: 'fixed', proxyRules: 'http://proxy.example.org:3128', proxyBypassRules: '<local>' }]),
    v.metadata({ undecided: 'the proxy of the system' }),
  ),
  updates: v.pipe(
    updatePolicy,
    v.title('Newer versions'),
    v.description(
      'feed: the https address of a signed feed that says which version is to be installed; key: the Ed25519 key of whoever signs it, in DER as base64; channel: stable where none is named. Users are told of a newer version; nothing is installed by itself.',
    ),
    v.examples([
      {
        feed: 'https://files.example.org/galley/stable.json',
        channel: 'stable',
        key: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
      },
    ]),
    v.metadata({ undecided: 'nobody is asked' }),
  ),
} as const

type Keys = typeof policyKeys
export type PolicyKey = keyof Keys
/** Null: not decided. */
export type Policy = { [K in PolicyKey]: v.InferOutput<Keys[K]> | null }

export const POLICY_KEYS = Object.keys(policyKeys).filter(isPolicyKey)

export const NO_POLICY: Policy = {
  keepDocuments: null,
  keepMegabytes: null,
  spelling: null,
  language: null,
  servers: null,
  onlyTheseServers: null,
  export: null,
  outsideLinks: null,
  logLevel: null,
  proxy: null,
  updates: null,
}

/** Values that apply if a source, or its value of a key, cannot be read and nothing valid of it is stored. */
export const STRICT_POLICY: Partial<Policy> = {
  keepDocuments: 'opened',
  onlyTheseServers: true,
  export: false,
  outsideLinks: false,
}

export function isPolicyKey(key: string): key is PolicyKey {
  return Object.hasOwn(policyKeys, key)
}

/** The kind of a key's value, as group policy and the registry distinguish them. */
export type PolicyKind = 'choice' | 'boolean' | 'number' | 'list' | 'object'

export function policyKind(key: PolicyKey): PolicyKind {
  const { type } = policyKeys[key]
  if (type === 'picklist') return 'choice'
  if (type === 'boolean' || type === 'number') return type
  return type === 'array' ? 'list' : 'object'
}
