import { extractJWT } from 'payload'
import type { PayloadRequest } from 'payload'
import { getLivePreviewConfig, isLivePreviewEnabled } from '@payloadcms/ui/utilities/handleLivePreview'
import { publicError } from '../public-error.ts'
import { asked } from './body.ts'
import { readableTarget } from './readable-target.ts'
import type { ReadableTarget } from './readable-target.ts'

/** Base for resolving relative addresses, only to check their protocol. */
const SOME_BASE = 'https://site.invalid'

/**
 * The address that a function of the site returned; null: it has none for this document. Throws 422 if it is
 * neither a web address nor a relative one.
 */
function webAddress(given: unknown): string | null {
  if (typeof given !== 'string' || given.trim() === '') return null
  const url = URL.canParse(given, SOME_BASE) ? new URL(given, SOME_BASE) : null
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return given
  throw publicError('The site gave an address that is none of the web.', 422, { code: 'SITE_FAILED' })
}

/**
 * Runs a function of the site. If it throws, its error goes to the site's log and the client gets 422
 * SITE_FAILED.
 */
async function askSite(req: PayloadRequest, slug: string, ask: () => unknown): Promise<string | null> {
  let given: unknown
  try {
    given = await ask()
  } catch (err) {
    req.payload.logger.error({
      err,
      msg: `The function that gives the address of a preview of ${slug} failed`,
    })
    throw publicError(req.t('error:previewing'), 422, { code: 'SITE_FAILED' })
  }
  return webAddress(given)
}

const answer = (url: string | null): Response =>
  Response.json({ url }, { headers: { 'cache-control': 'private, no-store' } })

/** True if the document is saved: as in the admin panel, an unsaved one has no address. */
const isSaved = (target: ReadableTarget): boolean => target.kind === 'global' || target.id !== undefined

/**
 * POST /desktop/preview-url: the address by the site's `admin.preview`. Body: `collectionSlug` and `id`, or
 * `globalSlug`, and `data` in the query's locale. Answers `{ url }`: absolute, relative to the site, or null.
 */
export async function previewAnswer(req: PayloadRequest): Promise<Response> {
  const target = await readableTarget(req, (await asked(req)).body)
  const preview = target.config.admin.preview
  if (typeof preview !== 'function' || !isSaved(target)) return answer(null)
  const options = { locale: req.locale ?? '', req, token: extractJWT(req) }
  return answer(await askSite(req, target.config.slug, () => preview(target.data, options)))
}

/**
 * POST /desktop/live-preview-url: like /desktop/preview-url, for `admin.livePreview.url` of the document's
 * config or the site's.
 */
export async function livePreviewAnswer(req: PayloadRequest): Promise<Response> {
  const target = await readableTarget(req, (await asked(req)).body)
  const entity =
    target.kind === 'collection' ? { collectionConfig: target.config } : { globalConfig: target.config }
  const { config } = req.payload
  const isOn = isLivePreviewEnabled({ config, ...entity })
  const url = isOn ? getLivePreviewConfig({ config, ...entity, isLivePreviewEnabled: isOn }).url : null
  if (typeof url !== 'function') return answer(webAddress(url))
  if (!isSaved(target)) return answer(null)
  const args = {
    ...entity,
    data: target.data,
    locale: localeOf(req),
    payload: req.payload,
    req,
  }
  return answer(await askSite(req, target.config.slug, () => url(args)))
}

/** The locale of the request as the config has it; Payload's own panel passes either that, or its code alone. */
function localeOf({ locale, payload }: PayloadRequest) {
  const { localization } = payload.config
  const found = localization ? localization.locales.find(({ code }) => code === locale) : undefined
  return found ?? { code: locale ?? '', label: '' }
}
