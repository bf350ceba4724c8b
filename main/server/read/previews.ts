import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { queryString } from '../http/document-query.ts'
import { judgeDone, type NotDone } from '../at-once/only-server.ts'
import type { SiteContext } from '../site-context.ts'

/** A document as it is in a form, in one locale. */
type PreviewQuestion = CallInput<'preview.open'>

/** `url` null: the site has no usable web address for this document. */
export type AddressResult = { outcome: 'done'; url: string | null } | { outcome: 'too-slow' } | NotDone

/** Short timeout, as the person waits for it. */
const TIMEOUT_MS = 10_000

const addressShape = v.object({ url: v.nullable(v.string()) })
const slugShape = v.object({ slug: v.nullable(v.string()) })

/**
 * The origin that the site's pages know as that of its admin panel: the one that its config names, else the one of the
 * address that the person connected to.
 */
export function siteOrigin(site: SiteContext, serverUrl: string): string {
  return new URL(site.schema()?.serverUrl ?? serverUrl).origin
}

/** Asks the companion for the preview address of a document. Relative ones are resolved with `origin`. */
export async function previewAddress(
  site: SiteContext,
  origin: string,
  what: 'preview-url' | 'live-preview-url',
  asked: PreviewQuestion,
): Promise<AddressResult> {
  const answer = await ask(site, what, asked, {})
  if (isTooSlow(answer)) return { outcome: 'too-slow' }
  const judged = await judgeDone(site, answer, (json) => {
    const parsed = v.safeParse(addressShape, json)
    return parsed.success ? parsed.output : null
  })
  if (!judged.ok) return judged.why
  const { url } = judged.value
  return { outcome: 'done', url: url === null ? null : webAddress(url, origin) }
}

/** The address in full; null unless it is one of the web, without user and password. */
export function webAddress(text: string, origin: string): string | null {
  const url = URL.canParse(text, origin) ? new URL(text, origin) : null
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
  return isWeb && url.username === '' && url.password === '' ? url.href : null
}

/** Makes the site generate the slug of a text. */
export async function generateSlug(
  site: SiteContext,
  { schemaPath, text, ...asked }: CallInput<'slug.generate'>,
): Promise<{ outcome: 'done'; slug: string | null } | { outcome: 'too-slow' } | NotDone> {
  const answer = await ask(site, 'slug', asked, { schemaPath, text })
  if (isTooSlow(answer)) return { outcome: 'too-slow' }
  const judged = await judgeDone(site, answer, (json) => {
    const parsed = v.safeParse(slugShape, json)
    return parsed.success ? parsed.output : null
  })
  return judged.ok ? { outcome: 'done', slug: judged.value.slug } : judged.why
}

async function ask(
  site: SiteContext,
  endpoint: string,
  { ref, locale, data }: PreviewQuestion,
  more: JsonObject,
) {
  const named = nameOf(await site.store.resolveId(ref))
  return site.client.request({
    method: 'POST',
    path: `/desktop/${endpoint}${queryString(locale === null ? {} : { locale, 'fallback-locale': 'none' })}`,
    body: { ...named, data, ...more },
    timeoutMs: TIMEOUT_MS,
    signal: site.closed,
  })
}

function isTooSlow(answer: ApiAnswer): boolean {
  return answer.kind === 'network' && answer.code === 'timeout'
}

function nameOf(ref: DocRef): JsonObject {
  if (ref.kind === 'global') return { globalSlug: ref.slug }
  return { collectionSlug: ref.slug, ...(!isTempId(ref.id) && { id: ref.id }) }
}
