import * as v from 'valibot'

/** The reasons why a site's schema cannot be used, each with its own words on the screen. */
export const schemaProblem = v.variant('code', [
  /** The answer is no schema: `place` is missing or has another type. */
  v.object({ code: v.literal('answer'), place: v.string() }),
  v.object({
    code: v.picklist([
      'depth', // fields nested more than `limit` levels deep
      'fields', // more than `limit` fields
      'name', // a name of more than `limit` characters
      'paths', // the paths of all fields together have more than `limit` characters
      'chain', // blocks refer to each other in too long a chain
    ]),
    limit: v.number(),
  }),
])
export type SchemaProblem = v.InferOutput<typeof schemaProblem>
