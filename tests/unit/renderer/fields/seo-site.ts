import { seoPlugin } from '@payloadcms/plugin-seo'
import {
  MetaDescriptionField,
  MetaImageField,
  MetaTitleField,
  OverviewField,
} from '@payloadcms/plugin-seo/fields'
import type { Config, Field as SiteField } from 'payload'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const NO_DATABASE: Config['db'] = {
  defaultIDType: 'number',
  init: () => {
    throw new Error('There is no database')
  },
}

/** A site's changes to the fields of @payloadcms/plugin-seo; by default none. */
export type SeoOptions = {
  generates?: boolean
  title?: object
  description?: object
  image?: object
  overview?: Parameters<typeof OverviewField>[0]
}

/** Returns the plugin's own `SEO` group as the client gets it, with the companion's extras. */
export function seoFields({
  generates = true,
  title,
  description,
  image,
  overview,
}: SeoOptions = {}): Field[] {
  const hasGenerateFn = generates
  const changed: Record<string, SiteField> = {
    ...(overview && { overview: OverviewField(overview) }),
    ...(title && { title: MetaTitleField({ hasGenerateFn, overrides: title }) }),
    ...(description && { description: MetaDescriptionField({ hasGenerateFn, overrides: description }) }),
    ...(image && { image: MetaImageField({ hasGenerateFn, relationTo: 'media', overrides: image }) }),
  }
  const made = () => ''
  const plugin = seoPlugin({
    collections: ['posts'],
    uploadsCollection: 'media',
    ...(generates && {
      generateTitle: made,
      generateDescription: made,
      generateImage: made,
      generateURL: made,
    }),
    fields: ({ defaultFields }) => defaultFields.map((field) => changed[nameOf(field)] ?? field),
  })
  const { collections = [] } = plugin({
    collections: [{ slug: 'posts', fields: [] }],
    secret: '',
    db: NO_DATABASE,
  })
  const fields = collections[0]?.fields ?? []
  const extras = Object.fromEntries(
    fields.flatMap(inGroup).map((field) => {
      const components: unknown = Reflect.get(field.admin ?? {}, 'components')
      return [`posts.meta.${nameOf(field)}`, { components }]
    }),
  )
  const config = {
    localization: { defaultLocale: 'en', locales: ['en', 'de'] },
    collections: [{ slug: 'posts', fields }],
  }
  const parsed = parseSiteConfig(fieldTypes, JSON.parse(JSON.stringify({ config, extras })))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.reason))
  return parsed.schema.collections[0]?.fields ?? []
}

function inGroup(field: SiteField): SiteField[] {
  return field.type === 'group' ? field.fields : []
}

function nameOf(field: SiteField): string {
  return 'name' in field ? field.name : ''
}
