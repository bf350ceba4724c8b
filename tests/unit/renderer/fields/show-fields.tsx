import type { ReactNode } from 'react'
import { FieldList } from '../../../../renderer/fields/field-list.tsx'
import { FieldScopeProvider, type FieldScope } from '../../../../renderer/fields/field-scope.tsx'
import { FieldProviders } from '../../../../renderer/app/field-providers.tsx'
import { countsAsError } from '../../../../renderer/fields/counts-as-error.ts'
import { fieldModules } from '../../../../renderer/fields/registry.ts'
import { DocumentProvider, FormProvider } from '../../../../renderer/form/form-context.tsx'
import type { FormState } from '../../../../renderer/form/form-state.ts'
import type { Collection, Field } from '../../../../shared/cms/schema-model.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import { collection, openForm, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

type Options = {
  data?: DocumentView['base']['data']
  view?: Partial<DocumentView>
  scope?: Partial<FieldScope>
  versions?: Collection['versions']
  loginWithUsername?: Collection['loginWithUsername']
  lockMs?: number
  /** What stands above the fields, within the form. */
  above?: ReactNode
  /** What stands around all of it: the site, and what reads from main. */
  around?: (content: ReactNode) => ReactNode
}

/** The fields of an open document on the screen, as its form in English shows them. */
export async function showFields(fields: Field[], options: Options = {}) {
  const { data = {}, view, scope, versions = null, loginWithUsername = null, lockMs = null, above } = options
  const { around = (content: ReactNode) => content } = options
  const opened = openForm({
    entity: { ...collection(versions, fields), loginWithUsername, lockMs },
    view: viewOf({ id: 7, ...data }, view),
    counts: countsAsError(fieldModules),
  })
  const all: FieldScope = {
    server: 'nordlys',
    locale: 'en',
    dir: 'ltr',
    placeOf: () => 'main',
    mayRead: () => true,
    mayWrite: () => true,
    ...scope,
  }
  const contentOf = (form: FormState, given: FieldScope) =>
    around(
      <FieldProviders>
        <FieldScopeProvider scope={given}>
          <DocumentProvider document={opened.document}>
            <FormProvider form={form}>
              {above}
              <FieldList fields={fields} path="" />
            </FormProvider>
          </DocumentProvider>
        </FieldScopeProvider>
      </FieldProviders>,
    )
  const screen = await renderInEnglish(contentOf(opened.form, all))
  /** The same screen with another form of the document, or another scope, in it. */
  const become = (next: { form?: FormState; scope?: Partial<FieldScope> }) =>
    screen.rerender(contentOf(next.form ?? opened.form, { ...all, ...next.scope }))
  return { ...opened, screen, become }
}
