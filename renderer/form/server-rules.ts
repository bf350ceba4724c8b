import { getValue, missingRow } from '../../shared/document/path.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { serverPathToIds } from '../../shared/document/server-path.ts'
import { validateField } from '../../shared/document/validation/validate-document.ts'
import type { FormStateField, FormStateResult } from '../../shared/ipc.ts'
import { sameJson, type JsonObject } from '../../shared/json.ts'
import type { Overlay, OverlayField } from './form-overlay.ts'
import type { FormState } from './form-state.ts'

/** Milliseconds without an edit before the server is asked. */
const QUIET_MS = 350

export type AskServer = (question: { locale: string | null; data: JsonObject }) => Promise<FormStateResult>

/** Keeps the answers of the site's functions about a form up to date (conditions, choices, validation). */
export type ServerRules = {
  /** Called when the data changed: asks after a pause, if the form has subscribers. */
  changed: () => void
  end: () => void
}

/**
 * Asks the server about the form after each pause. The last answer stays, by row ids, until a newer one, also
 * offline. Without any answer all fields are shown.
 */
export function createServerRules(
  form: FormState,
  ask: AskServer,
  keep: (overlay: Overlay) => void,
): ServerRules {
  let timer: ReturnType<typeof setTimeout> | null = null
  let question = 0
  /** True if the present data has no answer. */
  let isStale = false
  /** The data of the last question; null if it was not answered. */
  let asked: JsonObject | null = null

  async function now(): Promise<void> {
    timer = null
    // Without subscribers the question waits for the next subscriber.
    if (!form.watchers.isWatched()) return
    const data = form.data()
    const seen = projectLocale(form.fields, data, form.locale)
    isStale = false
    // A newer view with the same data, such as one with permissions, changes no answer.
    if (asked !== null && sameJson(asked, seen)) return
    const own = (question += 1)
    asked = seen
    const answer = await ask({ locale: form.locale, data: seen }).catch(() => null)
    if (own !== question) return
    if (answer?.outcome !== 'answered') {
      isStale = true
      asked = null
      form.setAwaited(false)
      return
    }
    const overlay = overlayOf(form, data, answer.fields)
    keep(overlay)
    form.setOverlay(overlay)
  }

  function cancel(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function askSoon(): void {
    cancel()
    if (!form.watchers.isWatched()) return
    // Fields wait for the first answer, and nothing is typed yet, so it is asked without a pause.
    const quiet = question === 0 && form.getForm().isAwaited ? 0 : QUIET_MS
    timer = setTimeout(() => void now(), quiet)
  }

  const stopWatching = form.watchers.onFirst(() => {
    if (isStale) askSoon()
  })

  return {
    changed() {
      isStale = true
      askSoon()
    },
    end() {
      question += 1
      cancel()
      stopWatching()
    },
  }
}

/** Returns the answer by row ids. `data`: the data that was sent. */
function overlayOf(form: FormState, data: JsonObject, fields: readonly FormStateField[]): Overlay {
  const { locale } = form
  return new Map(
    fields.flatMap((field): [string, OverlayField][] => {
      const { path } = serverPathToIds(form.fields, data, field.path, locale)
      // The row was removed while the server answered.
      if (missingRow(form.fields, form.data(), path, locale) !== null) return []
      const { visible, choices, filters } = field
      return [[path, { visible, choices, filters, error: isFoundHere(form, path) ? null : field.error }]]
    }),
  )
}

/** True if the field type's own validation fails: its error is shown, and the server's dropped. */
function isFoundHere(form: FormState, path: string): boolean {
  const field = form.resolve(path)?.field
  if (field === undefined) return false
  const value = getValue(form.fields, form.data(), path, form.locale)
  return validateField(form.types, field, value) !== null
}
