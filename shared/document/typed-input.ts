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
 * What was typed into an input of a document and is no part of the document yet (SY1). `text`: of a field that it is no
 * value of, with the reason. `drawer`: what is in a drawer or dialog that was not applied.
 */
export const typedInput = v.variant('kind', [
  v.object({ kind: v.literal('text'), ...cell, text: v.string(), error: fieldError }),
  v.object({ kind: v.literal('drawer'), ...cell, content: json }),
])
export type TypedInput = v.InferOutput<typeof typedInput>

/** What is typed in a form that writes into no document before it is applied. */
export const heldForm = v.object({ changes: v.array(change), typed: v.array(typedInput) })
export type HeldForm = v.InferOutput<typeof heldForm>
