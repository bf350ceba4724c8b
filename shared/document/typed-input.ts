import * as v from 'valibot'
import { json, recordOf } from '../json.ts'
import { change } from './change.ts'

const fieldError = v.object({
  key: v.string(),
  vars: v.exactOptional(recordOf(v.union([v.string(), v.number()]))),
  varKeys: v.exactOptional(recordOf(v.string())),
  detail: v.exactOptional(v.string()),
  advice: v.exactOptional(v.literal(true)),
})

const cell = { path: v.string(), locale: v.nullable(v.string()) }

/**
 * Input that is no part of the document yet (SY1). `text`: input that is no valid value of its field, with the
 * reason. `drawer`: the content of a drawer or dialog that was not applied.
 */
export const typedInput = v.variant('kind', [
  v.object({ kind: v.literal('text'), ...cell, text: v.string(), error: fieldError }),
  v.object({ kind: v.literal('drawer'), ...cell, content: json }),
])
export type TypedInput = v.InferOutput<typeof typedInput>

/** The content of a form that writes into no document before it is applied. */
export const heldForm = v.object({ changes: v.array(change), typed: v.array(typedInput) })
export type HeldForm = v.InferOutput<typeof heldForm>
