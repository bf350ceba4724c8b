import { read, readJson, readNumber, readText, readTexts } from '../../cms/read-value.ts'
import type { JoinField } from '../../cms/schema-model.ts'
import { isPlainJson } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import { plainValue } from '../value-rules.ts'

export const join: ValueFieldType<JoinField> = {
  ...plainValue,
  parse(raw, named) {
    const { admin } = raw
    const single = readText(raw['collection'])
    const where = readJson(raw['where'])
    const columns = readTexts(read(admin, 'defaultColumns'))
    return {
      ...named,
      type: 'join',
      collections: single === null ? readTexts(raw['collection']) : [single],
      on: readText(raw['on']) ?? '',
      defaultLimit: readNumber(raw['defaultLimit']),
      defaultSort: readText(raw['defaultSort']),
      defaultColumns: columns.length === 0 ? null : columns,
      allowCreate: read(admin, 'allowCreate') !== false,
      orderable: raw['orderable'] === true,
      where: isPlainJson(where) && Object.keys(where).length > 0 ? where : null,
    }
  },
  initial: () => undefined,
  validate: () => null,
  fits: () => false,
  operators: () => [],
}
