import {
  MetaDescriptionField,
  MetaImageField,
  MetaTitleField,
  OverviewField,
  PreviewField,
} from '@payloadcms/plugin-seo/fields'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

/** What a site gives the field functions of @payloadcms/plugin-seo. */
export type SeoOptions = {
  generates?: boolean
  title?: object
  description?: object
  image?: object
  overview?: Parameters<typeof OverviewField>[0]
}

/** The group `SEO` as the plugin itself makes it and the client gets it, with the companion's extras. */
export function seoFields({
  generates = true,
  title,
  description,
  image,
  overview = {},
}: SeoOptions = {}): Field[] {
  const hasGenerateFn = generates
  const fields = [
    OverviewField(overview),
    MetaTitleField({ hasGenerateFn, ...(title && { overrides: title }) }),
    MetaDescriptionField({ hasGenerateFn, ...(description && { overrides: description }) }),
    MetaImageField({ hasGenerateFn, relationTo: 'media', ...(image && { overrides: image }) }),
    PreviewField({ hasGenerateFn }),
  ]
  const extras = Object.fromEntries(
    fields.map((field) => {
      const components: unknown = Reflect.get(field.admin ?? {}, 'components')
      return [`posts.meta.${'name' in field ? field.name : ''}`, { components }]
    }),
  )
  const config = {
    localization: { defaultLocale: 'en', locales: ['en', 'de'] },
    collections: [{ slug: 'posts', fields: [{ name: 'meta', type: 'group', label: 'SEO', fields }] }],
  }
  const parsed = parseSiteConfig(fieldTypes, JSON.parse(JSON.stringify({ config, extras })))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.reason))
  return parsed.schema.collections[0]?.fields ?? []
}
