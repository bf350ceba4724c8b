import { createHash } from 'node:crypto'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { documentPath } from '../server/http/document-query.ts'
import { generateSlug, previewAddress, siteOrigin } from '../server/read/previews.ts'
import { entityOf, type SiteContext } from '../server/site-context.ts'
import type { PreviewTarget } from '../windows/live-preview/preview-pane.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'

type PreviewHandlers = Pick<
  Handlers,
  | 'slug.generate'
  | 'preview.open'
  | 'livePreview.open'
  | 'livePreview.place'
  | 'livePreview.send'
  | 'livePreview.do'
  | 'livePreview.picture'
>

export function previewHandlers(context: HandlerContext): PreviewHandlers {
  const { livePreview } = context
  const forPerson = () => {
    const account = requireAccount(context)
    account.personActs()
    return account
  }
  return {
    'slug.generate': (input) => generateSlug(forPerson().site, input),
    'preview.open': async (input) => {
      const { site, account } = forPerson()
      const found = await previewAddress(site, siteOrigin(site, account.server.url), 'preview-url', input)
      if (found.outcome !== 'done') return found
      if (found.url !== null) await context.openExternal(found.url)
      return { outcome: 'done', done: found.url !== null }
    },
    'livePreview.open': (input) =>
      livePreview.open(async () => {
        const opened = requireAccount(context)
        const { site, account } = opened
        const origin = siteOrigin(site, account.server.url)
        const found = await previewAddress(site, origin, 'live-preview-url', input)
        // Without an answer the present page stays.
        if (found.outcome !== 'done') return { target: undefined, answer: found }
        const { cookiePrefix } = context.settings.siteOf(account.server.url)
        const { url } = found
        const target = url === null ? null : await targetOf(opened, url, origin, input.ref, cookiePrefix)
        return { target, answer: { outcome: 'done', done: target !== null } }
      }),
    'livePreview.place': (place) => livePreview.place(place),
    'livePreview.send': async ({ ref, ...said }) => {
      const { site } = requireAccount(context)
      livePreview.send(messageOf(site, await site.store.resolveId(ref), said))
    },
    'livePreview.do': ({ what }) => livePreview.act(what),
    'livePreview.picture': async () => ({ picture: await livePreview.picture() }),
  }
}

async function targetOf(
  { account, site, ownToken }: OpenAccount,
  address: string,
  origin: string,
  ref: DocRef,
  cookiePrefix: string,
): Promise<PreviewTarget> {
  const { url } = account.server
  const api = site.schema()?.routes.api ?? '/api'
  const person = [account.server.id, account.collection, account.userId].join(' ')
  return {
    address,
    origin,
    person: createHash('sha256').update(person).digest('hex').slice(0, 32),
    access: {
      address,
      document: url + api + documentPath(await site.store.resolveId(ref)),
      server: new URL(url).origin,
      cookieName: `${cookiePrefix}-token`,
      token: ownToken,
    },
  }
}

/** The message with the document, as the web admin sends it to a previewed page. */
function messageOf(
  site: SiteContext,
  ref: DocRef,
  { locale, data, updated }: Omit<CallInput<'livePreview.send'>, 'ref'>,
): JsonObject {
  const named: JsonObject = ref.kind === 'global' ? { globalSlug: ref.slug } : { collectionSlug: ref.slug }
  return {
    type: 'payload-live-preview',
    ...named,
    data: ref.kind === 'global' ? data : { ...data, id: siteId(site, ref) },
    ...(locale !== null && { locale }),
    ...(updated && {
      externallyUpdatedRelationship: {
        entitySlug: updated.slug,
        id: updated.id,
        updatedAt: new Date().toISOString(),
      },
    }),
  }
}

function siteId(site: SiteContext, ref: DocRef & { kind: 'collection' }): Json {
  const entity = entityOf(site.schema(), ref)
  const isNumber = entity?.kind === 'collection' && entity.idType === 'number'
  return isNumber && /^\d+$/.test(ref.id) ? Number(ref.id) : ref.id
}
