import type { ReactNode } from 'react'
import { FieldList } from '../../../../renderer/fields/field-list.tsx'
import { FirstFrame } from '../../../../renderer/fields/first-frame.tsx'
import { FieldScopeProvider, type FieldScope } from '../../../../renderer/fields/field-scope.tsx'
import { BesideProvider, type Beside } from '../../../../renderer/fields/second-locale/beside-context.ts'
import { FieldProviders } from '../../../../renderer/app/field-providers.tsx'
import { countsAsError } from '../../../../renderer/fields/counts-as-error.ts'
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
  /** The document whose form it is; one of its own by default. */
  document?: DocumentForm
  data?: DocumentView['base']['data']
  view?: Partial<DocumentView>
  scope?: Partial<FieldScope>
  versions?: Collection['versions']
  /** What else its collection is. */
  entity?: Partial<Collection>
  /** Of the form; English by default. */
  locale?: 'en' | 'de'
  /** German beside English, which is the source. */
  beside?: Partial<Beside>
  /** What stands above the fields, within the form. */
  above?: ReactNode
  /** As a document that has just been opened, of which the first frame has not all. */
  opening?: boolean
  /** What stands around all of it: the site, and what reads from main. */
  around?: (content: ReactNode) => ReactNode
}

/** The fields of an open document on the screen, as its form in one locale shows them, or those in two side by side. */
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
  /** The same screen with another form of the document, or another scope, in it. */
  const become = (next: { form?: FormState; scope?: Partial<FieldScope> }) =>
    screen.rerender(contentOf(next.form ?? opened.document.inLocale(locale), { ...all, ...next.scope }))
  return { ...opened, screen, become }
}
