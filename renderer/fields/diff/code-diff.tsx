import type { CodeField, JsonField } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import type { FieldDiffProps } from '../field-module.ts'
import { LinesDiff } from './lines-diff.tsx'

/** Code, and values as code, line by line. */
export function CodeDiff({ field, before, after, names }: FieldDiffProps<CodeField | JsonField>) {
  const textOf = (value: Json): string =>
    value === null
      ? ''
      : field.type === 'code' && typeof value === 'string'
        ? value
        : JSON.stringify(value, null, 2)
  return <LinesDiff before={textOf(before)} after={textOf(after)} names={names} />
}
