import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { Edits } from './edits.ts'
import type { ErrorFilter } from './form-errors.ts'
import type { Overlay } from './form-overlay.ts'
import type { Surroundings } from './form-snapshot.ts'
import { createFormState, type FormState } from './form-state.ts'
import { createServerRules, type AskServer, type ServerRules } from './server-rules.ts'
import { withoutNode, type TypedInputs } from './typed-inputs.ts'
import type { ViewState } from './view-state.ts'

/** The forms of an open document, one per locale that was asked for. */
export type LocaleForms = {
  /** See DocumentForm. */
  inLocale: (locale: string | null) => FormState
  unreadable: (locale: string | null) => { path: string; locale: string | null }[]
  /** Called on any change of the edits: the server is asked about the forms again. */
  edited: () => void
  /** Called when the statements about the fields may have changed. */
  refresh: () => void
  /** Stops asking the server. */
  end: () => void
}

type LocaleFormsOptions = {
  entity: Collection | Global
  types: FieldTypes
  counts: ErrorFilter | undefined
  view: ViewState
  inputs: TypedInputs
  edits: Edits
  /** The server's last answer about the fields, by locale. */
  overlays: Map<string | null, Overlay>
  around: (locale: string | null) => Surroundings
  /** Undefined if the site has no functions about the fields. */
  askServer: AskServer | undefined
}

export function createLocaleForms(options: LocaleFormsOptions): LocaleForms {
  const { entity, types, counts, view, inputs, edits, overlays, around, askServer } = options
  const forms = new Map<string | null, FormState>()
  const rules = new Map<string | null, ServerRules>()

  function inLocale(locale: string | null): FormState {
    const known = forms.get(locale)
    if (known) return known
    const form = createFormState({
      fields: entity.fields,
      types,
      locale,
      root: entity.slug,
      login: entity.kind === 'collection' ? entity.loginWithUsername : null,
      ...(counts && { counts }),
      view,
      inputs,
      edits,
      around: around(locale),
    })
    forms.set(locale, form)
    const overlay = overlays.get(locale)
    if (overlay) form.setOverlay(overlay)
    if (askServer) {
      if (!overlay) form.setAwaited(true)
      const made = createServerRules(form, askServer, (next) => overlays.set(locale, next))
      rules.set(locale, made)
      made.changed()
    }
    return form
  }

  function unreadable(locale: string | null): { path: string; locale: string | null }[] {
    const here = inLocale(locale).unreadable()
    const cells = inputs.cells()
    const others = new Set(
      cells.map((cell) => cell.locale).filter((code) => code !== null && code !== locale),
    )
    return [
      ...here.map((path) => ({ path, locale })),
      ...[...others].flatMap((code) => {
        // Cells shared by all locales were asked about above.
        const own = new Set(
          cells.flatMap((cell) => (cell.locale === code ? [withoutNode(cell.path).path] : [])),
        )
        const paths = inLocale(code).unreadable()
        return paths.filter((path) => own.has(path)).map((path) => ({ path, locale: code }))
      }),
    ]
  }

  return {
    inLocale,
    unreadable,
    edited() {
      for (const one of rules.values()) one.changed()
    },
    refresh() {
      for (const form of forms.values()) form.refresh()
    },
    end() {
      for (const one of rules.values()) one.end()
    },
  }
}
