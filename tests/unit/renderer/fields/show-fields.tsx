import type { ReactNode } from 'react'
import { FieldList } from '../../../../renderer/fields/field-list.tsx'
import { FirstFrame } from '../../../../renderer/fields/first-frame.tsx'
import { FieldScopeProvider, type FieldScope } from '../../../../renderer/fields/field-scope.tsx'
import {
  BesideProvider,
  type Beside,
} from '../../../../renderer/fields/second-locale/other-locale-context.ts'
import { FieldProviders } from '../../../../renderer/app/field-providers.tsx'
import { countsAsError } from '../../../../renderer/fields/field-module.ts'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import {
  DocumentProvider,
  FormProvider,
  SecondFormProvider,
} from '../../../../renderer/form/form-context.tsx'
import type { DocumentForm } from '../../../../renderer/form/document-form.ts'
import type { FormState } from '../../../../renderer/form/form-state.ts'
import type { Collection, Field } from '../../../../shared/cms/schema-model.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import { collection, openForm, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

type Options = {
  /** The form's document; by default a new one. */
  document?: DocumentForm
  data?: DocumentView['base']['data']
  view?: Partial<DocumentView>
  scope?: Partial<FieldScope>
  versions?: Collection['versions']
  /** More properties of its collection. */
  entity?: Partial<Collection>
  /** Locale of the form; by default English. */
  locale?: 'en' | 'de'
  /** Shows German next to English, which is the source. */
  beside?: Partial<Beside>
  /** Rendered above the fields, within the form. */
  above?: ReactNode
  /** True to render like a document being opened, whose first frame is incomplete. */
  opening?: boolean
  /** Wraps the screen: the site, and main. */
  around?: (content: ReactNode) => ReactNode
}

/** Renders the fields of an open document, in one locale or two side by side. */
export async function showFields(fields: Field[], options: Options = {}) {
  const { data = {}, view, scope, versions = null, entity, above, beside, locale = 'en' } = options
  const { around = (content: ReactNode) => content, opening = false } = options
  const own = openForm({
    entity: { ...collection(versions, fields), ...entity },
    view: viewOf({ id: 7, ...data }, view),
    counts: countsAsError(fieldModules),
  })
  const { document = own.document } = options
  const opened = { ...own, document, form: document.inLocale('en'), german: document.inLocale('de') }
  const all: FieldScope = {
    server: 'nordlys',
    locale: 'en',
    dir: 'ltr',
    placeOf: () => 'main',
    mayRead: () => true,
    mayWrite: () => true,
    ...scope,
  }
  const two: Beside | null = beside
    ? {
        scope: { ...all, locale: 'de' },
        names: { first: 'English', second: 'German' },
        source: opened.form,
        target: opened.german,
        reference: null,
        since: 'published',
        ...beside,
      }
    : null
  const contentOf = (form: FormState, given: FieldScope) =>
    around(
      <FieldProviders>
        <FieldScopeProvider scope={given}>
          <DocumentProvider document={opened.document}>
            <FormProvider form={form}>
              <SecondFormProvider form={two === null ? null : opened.german}>
                <BesideProvider value={two}>
                  {above}
                  {opening ? (
                    <FirstFrame>
                      <FieldList fields={fields} path="" />
                    </FirstFrame>
                  ) : (
                    <FieldList fields={fields} path="" />
                  )}
                </BesideProvider>
              </SecondFormProvider>
            </FormProvider>
          </DocumentProvider>
        </FieldScopeProvider>
      </FieldProviders>,
    )
  const screen = await renderInEnglish(contentOf(opened.document.inLocale(locale), all))
  /** Renders the same screen with another form of the document, or another scope. */
  const become = (next: { form?: FormState; scope?: Partial<FieldScope> }) =>
    screen.rerender(contentOf(next.form ?? opened.document.inLocale(locale), { ...all, ...next.scope }))
  return { ...opened, screen, become }
}
