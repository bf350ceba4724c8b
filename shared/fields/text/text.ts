import { read, readText, type Raw } from '../../cms/read-value.ts'
import type { TextField } from '../../cms/schema-model.ts'
import type { FieldError } from '../../document/validation/field-error.ts'
import type { Json } from '../../json.ts'
import { readDirection, readHints, readLengths, readRowLimits } from '../read-settings.ts'
import {
  DEFAULT_MIN_TEXT_LENGTH,
  eitherName,
  needed,
  plainTextValue,
  rowCount,
  textLength,
  TOO_SHORT,
} from '../text-rules.ts'
import type { ValueFieldType } from '../field-type.ts'
import { allFit, bothOfMany, isNothing, isString, mergeSets, required } from '../value-rules.ts'
import { readSeoTitle } from '../seo/seo-part.ts'
import { textOperators } from '../operators.ts'

export const text: ValueFieldType<TextField> = {
  ...plainTextValue,
  parse(raw, named, context) {
    const slugSource = readSlugSource(named.component, context.extra)
    const hasMany = raw['hasMany'] === true
    return {
      ...named,
      // The server generates a missing slug.
      required: named.required && slugSource === null,
      type: 'text',
      hasMany,
      slugSource,
      seo: hasMany ? null : readSeoTitle(raw, context.extra),
      slugFromSite: slugSource !== null && context.extra['hasSlugify'] === true,
      ...readLengths(raw, context),
      ...readRowLimits(raw),
      ...readHints(raw),
      ...readDirection(raw),
    }
  },
  /**
   * Checks the longest length, the shortest, then `required` (S5.10). An optional field without a value is
   * valid.
   */
  validate(field, value, context) {
    if (field.name === 'username' && eitherName(context) && !value && !context.siblings?.['email'])
      return required
    if (!field.required && isNothing(value)) return null
    const count = field.hasMany ? rowCount(value, field) : null
    if (count !== null) return count
    let advice: FieldError | null = null
    for (const item of Array.isArray(value) ? value : [value]) {
      const error = lengthOf(field, item)
      if (error !== null && !error.advice) return error
      advice ??= error
    }
    return needed(field, value) ?? advice
  },
  fits: (field, value) => allFit(field.hasMany, value, isString),
  merge: (field, base, mine, theirs) => (field.hasMany ? mergeSets(base, mine, theirs) : { ok: false }),
  both: (field, _base, mine, theirs) => (field.hasMany ? bothOfMany(mine, theirs) : null),
  operators: () => textOperators,
  filterValue: 'text',
}

/** The source field of Payload's own slug field, which is a text with a component of its own. */
function readSlugSource(component: string | null, extra: Raw): string | null {
  if (component?.endsWith('#SlugField') !== true) return null
  const props = read(read(read(extra, 'components'), 'Field'), 'clientProps')
  return readText(read(props, 'useAsSlug')) ?? 'title'
}

/**
 * The server has no default minimum (S5.07), so breaking Galley's default is only advice. It is not applied
 * to ids, which may be short codes such as `SE`.
 */
function lengthOf(field: TextField, item: Json | undefined): FieldError | null {
  const error = textLength(item, field, field.name === 'id' ? null : DEFAULT_MIN_TEXT_LENGTH)
  return error?.key === TOO_SHORT && field.minLength === null ? { ...error, advice: true } : error
}
