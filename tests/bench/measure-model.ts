import { createFormState } from '../../renderer/form/form-state.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { text } from '../unit/shared/build-fields.ts'
import { percentile95 } from './figures.ts'

const FIELDS = 2000
const PENDING = 500
const STROKES = 2000

/**
 * Milliseconds of one keystroke in the model alone, p95: 2,000 fields that are all looked at, 500 of them edited
 * (DM8). Nothing is drawn.
 */
export function measureModel(): number {
  const names = Array.from({ length: FIELDS }, (_, at) => `field${at}`)
  const form = createFormState({
    fields: names.map((name) => text(name)),
    types: fieldTypes,
    locale: null,
    data: Object.fromEntries(names.map((name) => [name, `Stored in ${name}`])),
  })
  let woken = 0
  for (const name of names) {
    form.getField(name)
    form.subscribeField(name, () => {
      form.getField(name)
      woken += 1
    })
  }
  form.getForm()
  form.subscribe(() => void form.getForm())
  for (const name of names.slice(0, PENDING)) form.setField(name, 'Edited')
  woken = 0
  const strokes: number[] = []
  for (let at = 0; at < STROKES; at++) {
    // In one field after the other, a word in each; nearly two thirds of them are edited for the first time.
    const name = names[(Math.floor(at / 10) * 7) % FIELDS] ?? ''
    const began = performance.now()
    form.setField(name, `Typed ${at}`, { typing: true })
    strokes.push(performance.now() - began)
  }
  if (woken !== STROKES) throw new Error(`${STROKES} keystrokes woke ${woken} readers`)
  return percentile95(strokes)
}
