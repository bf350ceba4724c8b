import { getValue, missingRow } from '../../shared/document/path.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { serverPathToIds } from '../../shared/document/server-path.ts'
import { validateField } from '../../shared/document/validation/validate-document.ts'
import type { FormStateField, FormStateResult } from '../../shared/ipc.ts'
import { sameJson, type JsonObject } from '../../shared/json.ts'
import type { Overlay, OverlayField } from './form-overlay.ts'
import type { FormState } from './form-state.ts'

/** Milliseconds of quiet after an edit before the server is asked. */
const QUIET_MS = 350

export type AskServer = (question: { locale: string | null; data: JsonObject }) => Promise<FormStateResult>

/** Keeps what functions of the site say about a form up to date (conditions, choices, validation). */
export type ServerRules = {
  /** The data changed: asks, once there is quiet and somebody looks at the form. */
  changed: () => void
  end: () => void
}

/**
 * Asks the server about the form whenever it has been quiet for a moment. What was answered last stands by the ids of
 * rows until there is a newer answer, without a network too. Where nobody answers, all fields are shown.
 */
export function createServerRules(
  form: FormState,
  ask: AskServer,
  keep: (overlay: Overlay) => void,
): ServerRules {
  let timer: ReturnType<typeof setTimeout> | null = null
  let question = 0
  /** There is no answer for the data as it is. */
  let isStale = false
  /** What was asked about last; null where that was not answered. */
  let asked: JsonObject | null = null

  async function now(): Promise<void> {
    timer = null
    // Who looked has gone: it is asked when somebody looks again.
    if (!form.watchers.isWatched()) return
    const data = form.data()
    const seen = projectLocale(form.fields, data, form.locale)
    isStale = false
    // A newer view of the document that says the same, as one with permissions does, changes no answer.
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
    // Fields wait for the first answer: nothing was typed that could be too much for a question.
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

/** The answer by the ids of rows. `data`: what was sent. */
function overlayOf(form: FormState, data: JsonObject, fields: readonly FormStateField[]): Overlay {
  const { locale } = form
  return new Map(
    fields.flatMap((field): [string, OverlayField][] => {
      const { path } = serverPathToIds(form.fields, data, field.path, locale)
      // The row has gone while the server thought about it.
      if (missingRow(form.fields, form.data(), path, locale) !== null) return []
      const { visible, choices, filters } = field
      return [[path, { visible, choices, filters, error: isFoundHere(form, path) ? null : field.error }]]
    }),
  )
}

/** What the field's own type finds wrong is said in its own time, when the form is checked. */
function isFoundHere(form: FormState, path: string): boolean {
  const field = form.resolve(path)?.field
  if (field === undefined) return false
  const value = getValue(form.fields, form.data(), path, form.locale)
  return validateField(form.types, field, value) !== null
}
