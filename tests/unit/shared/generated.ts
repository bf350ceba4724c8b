import fc from 'fast-check'
import type { Field } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { richSchema } from './build-fields.ts'
import { Dice, dice, randomDocument } from './random-documents.ts'
import { randomSchema } from './random-schema.ts'

export type Generated = { fields: Field[]; base: JsonObject }

/** A schema, half of the time one that has every kind of nesting, else a random one, and a document of it. */
export const generated: fc.Arbitrary<Generated> = fc
  .record({ isRandom: fc.boolean(), schema: dice, content: dice })
  .map(({ isRandom, schema, content }) => {
    const fields = isRandom ? randomSchema(new Dice(schema, 's')) : richSchema
    return { fields, base: randomDocument(fields, new Dice(content, 'r')) }
  })
