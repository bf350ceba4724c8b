import type { RelationTarget } from '../../cms/field-base.ts'
import { read, readNumber, readObject, readText, type Raw } from '../../cms/read-value.ts'

/** Recommended length of a text in search results, in UTF-16 units, both ends included. */
export type LengthRange = { min: number; max: number }

/** A text drawn by @payloadcms/plugin-seo. `generates`: the site has a function that makes one. */
export type SeoText = { range: LengthRange; generates: boolean }

/** The picture of a search result. */
export type SeoImage = { generates: boolean }

/** A part of the plugin that only shows something. `paths`: the fields of the document that it shows. */
export type SeoShown =
  | {
      part: 'overview'
      title: LengthRange
      description: LengthRange
      paths: { title: string; description: string; image: string }
    }
  | { part: 'preview'; generates: boolean; paths: { title: string; description: string } }

/** The plugin's settings for a field that it draws; null for other fields. */
export type DrawnBySeo<Part> = { seo: Part | null }

/** Default lengths (S9.07). */
const TITLE: LengthRange = { min: 50, max: 60 }
const DESCRIPTION: LengthRange = { min: 100, max: 150 }

const CLIENT = '@payloadcms/plugin-seo/client#'

/**
 * The plugin's settings of a title field. `raw`: the field; `extra`: properties that the client config lacks, the
 * component among them.
 */
export function readSeoTitle(raw: Raw, extra: Raw): SeoText | null {
  const props = propsOf('MetaTitleComponent', extra)
  return props && { range: readRange(raw, TITLE), generates: props['hasGenerateTitleFn'] === true }
}

export function readSeoDescription(raw: Raw, extra: Raw): SeoText | null {
  const props = propsOf('MetaDescriptionComponent', extra)
  return (
    props && { range: readRange(raw, DESCRIPTION), generates: props['hasGenerateDescriptionFn'] === true }
  )
}

/**
 * The plugin's settings of a picture field. The site generates one id without a collection, so only a field
 * for one document of one collection can take it.
 */
export function readSeoImage({ hasMany, polymorphic }: RelationTarget, extra: Raw): SeoImage | null {
  const props = propsOf('MetaImageComponent', extra)
  return props && { generates: props['hasGenerateImageFn'] === true && !hasMany && !polymorphic }
}

export function readSeoShown(extra: Raw): SeoShown | null {
  const overview = propsOf('OverviewComponent', extra)
  if (overview !== null)
    return {
      part: 'overview',
      title: readRange(overview['titleOverrides'], TITLE),
      description: readRange(overview['descriptionOverrides'], DESCRIPTION),
      paths: { ...readPaths(overview), image: readText(overview['imagePath']) ?? 'meta.image' },
    }
  const preview = propsOf('PreviewComponent', extra)
  return (
    preview && {
      part: 'preview',
      generates: preview['hasGenerateURLFn'] === true,
      paths: readPaths(preview),
    }
  )
}

function readPaths(props: Raw): { title: string; description: string } {
  return {
    title: readText(props['titlePath']) ?? 'meta.title',
    description: readText(props['descriptionPath']) ?? 'meta.description',
  }
}

/** The site's own lengths, otherwise the defaults; 0 counts as not set (S2.67). */
function readRange(given: unknown, otherwise: LengthRange): LengthRange {
  return {
    min: readNumber(read(given, 'minLength')) || otherwise.min,
    max: readNumber(read(given, 'maxLength')) || otherwise.max,
  }
}

/** The properties of the plugin's component for the field; null if the field has another component. */
function propsOf(name: string, extra: Raw): Raw | null {
  const component = read(read(extra, 'components'), 'Field')
  return read(component, 'path') === CLIENT + name ? readObject(read(component, 'clientProps')) : null
}
