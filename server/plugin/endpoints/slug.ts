import type { PayloadRequest } from 'payload'
import { slugify as plainSlug } from 'payload/shared'
import { LIMITS } from '../limits.ts'
import { publicError } from '../public-error.ts'
import { fieldsBelow } from '../schema/readable-config.ts'
import { createSchemaEntries } from '../schema/schema-entries.ts'
import { isSchemaPath, asked, optionalText } from './body.ts'
import { ownSlugify } from '../schema/field-extras.ts'
import { readableTarget } from './readable-target.ts'
import { whatUserSees } from './app-user.ts'

/**
 * POST /desktop/slug: the slug of `text` for the field at `schemaPath`, in the site's own way if it has one. Other
 * parts of the body as for /desktop/preview-url. Answers `{ slug }`: a text, or null.
 */
export async function slugAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const schemaPath = optionalText(body, 'schemaPath') ?? ''
  const valueToSlugify = optionalText(body, 'text', LIMITS.slugText) ?? ''
  const target = await readableTarget(req, body)
  const { slug, fields } = target.config
  const { permissions } = await whatUserSees(req)
  const allowed = target.kind === 'collection' ? permissions.collections?.[slug] : permissions.globals?.[slug]
  const schema = createSchemaEntries(req.payload.config, req.i18n)
  schema.add(slug, fields, fieldsBelow(allowed))
  const field = isSchemaPath(schemaPath) ? schema.finish().get(schemaPath) : undefined
  if (!field || !('type' in field) || field.type !== 'text')
    throw publicError('There is no such field.', 404, { code: 'NOT_FOUND' })

  const own = ownSlugify(field)
  let made: unknown
  try {
    made = own ? await own({ data: target.data, req, valueToSlugify }) : plainSlug(valueToSlugify)
  } catch (err) {
    req.payload.logger.error({ err, msg: `The function that makes ${schemaPath} failed` })
    throw publicError('The site could not make this address.', 422, { code: 'SITE_FAILED' })
  }
  return Response.json(
    { slug: typeof made === 'string' ? made : null },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
